/** Made by scripts/vite/inline-scripts.ts: the minified text of each app/inline/*.ts. */
declare module "virtual:inline-scripts" {
  export const theme: string;
  export const boot: string;
  export const consent: string;
}
