/** Pictures for empty staff pages; a page names the one it shows. Drawn by scripts/build-art.ts. */
import boxesDark from "#app/assets/art/token-application-lifecycle-dark.svg?url";
import boxes from "#app/assets/art/token-application-lifecycle.svg?url";
import orbitDark from "#app/assets/art/token-artificial-intelligence-dark.svg?url";
import orbit from "#app/assets/art/token-artificial-intelligence.svg?url";
import cloudDark from "#app/assets/art/token-cloud-engineering-dark.svg?url";
import cloud from "#app/assets/art/token-cloud-engineering.svg?url";
import ringsDark from "#app/assets/art/token-platforms-dark.svg?url";
import rings from "#app/assets/art/token-platforms.svg?url";

export const emptyArt = {
  boxes: { light: boxes, dark: boxesDark },
  cloud: { light: cloud, dark: cloudDark },
  orbit: { light: orbit, dark: orbitDark },
  rings: { light: rings, dark: ringsDark },
} as const;
