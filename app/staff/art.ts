/** Pictures of empty staff pages, by page. Drawn by scripts/build-art.ts. */
import boxesDark from "#app/assets/art/token-application-lifecycle-dark.svg?url";
import boxes from "#app/assets/art/token-application-lifecycle.svg?url";
import orbitDark from "#app/assets/art/token-artificial-intelligence-dark.svg?url";
import orbit from "#app/assets/art/token-artificial-intelligence.svg?url";
import cloudDark from "#app/assets/art/token-cloud-engineering-dark.svg?url";
import cloud from "#app/assets/art/token-cloud-engineering.svg?url";
import ringsDark from "#app/assets/art/token-platforms-dark.svg?url";
import rings from "#app/assets/art/token-platforms.svg?url";

export const emptyArt = {
  "/blog-management": { light: rings, dark: ringsDark },
  "/job-management": { light: boxes, dark: boxesDark },
  "/job-applications": { light: cloud, dark: cloudDark },
  "/embeddings-management": { light: orbit, dark: orbitDark },
  "/failed-messages": { light: orbit, dark: orbitDark },
} as const;
