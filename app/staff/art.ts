/** Pictures for empty staff pages; a page names the one it shows. Drawn by scripts/build-art.ts. */
import orbitDark from "#app/assets/art/token-artificial-intelligence-dark.svg?url";
import orbit from "#app/assets/art/token-artificial-intelligence.svg?url";

export const emptyArt = { orbit: { light: orbit, dark: orbitDark } } as const;
