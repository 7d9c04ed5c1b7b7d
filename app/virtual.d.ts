/** Made by scripts/vite/inline-scripts.ts: the minified text of each app/inline/*.ts. */
declare module "virtual:inline-scripts" {
  export const theme: string;
  export const boot: string;
  export const consent: string;
  /** The hash of each, for a Content-Security-Policy. */
  export const sources: readonly string[];
}

/** Colours of app/styles/tokens.css, by scripts/vite/token-colours.ts. */
declare module "virtual:token-colours" {
  export const lightPage: string;
  export const darkPage: string;
  export const brandGround: string;
  export const brandInk: string;
  export const brandMuted: string;
  export const brandAccent: string;
}

/** The same for staff. */
declare module "virtual:token-colours/staff" {
  export * from "virtual:token-colours";
}

/** The fixed pages, as scripts/prerender.ts has packed them. */
declare module "virtual:prerendered-pages" {
  /** All of them in one text: brotli, in base64. */
  export const archive: string;
  /** The path of each, and how many bytes it takes; in the order of the archive. */
  export const sizes: readonly (readonly [path: string, size: number])[];
}
