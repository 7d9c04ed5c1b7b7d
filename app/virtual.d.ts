/** Made by scripts/vite/inline-scripts.ts: the minified text of each app/inline/*.ts. */
declare module "virtual:inline-scripts" {
  export const theme: string;
  export const boot: string;
  export const consent: string;
  /** What a Content-Security-Policy names each of them by. */
  export const sources: readonly string[];
}

/** Colours of app/styles/tokens.css, by scripts/vite/token-colours.ts. */
declare module "virtual:token-colours" {
  export const lightPage: string;
  export const darkPage: string;
  export const brandGround: string;
}
