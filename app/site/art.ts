// Bundle: site
/**
 * Pictures that several parts of the site share, by the slug of their subject. scripts/build-art.ts draws them, and
 * they are looked up by file name. A subject without a picture of its own uses that of the platforms page.
 */
const files = import.meta.glob<string>("../assets/art/{plate,thumb,token}-*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

function resolveFile(name: string, fallback: string): string {
  return files[`../assets/art/${name}.svg`] ?? files[`../assets/art/${fallback}.svg`] ?? "";
}

/** 640 x 480, the same in both themes. */
export function getPlate(slug: string): string {
  return resolveFile(`plate-${slug}`, "plate-platforms");
}

/** The plate with a dark ground for the dark theme, 640 x 480. If the subject has none, its plate for both themes. */
export function getDarkPlate(slug: string): string {
  return files[`../assets/art/plate-${slug}-dark.svg`] ?? getPlate(slug);
}

/** 200 x 200, transparent. */
export function getToken(slug: string): { light: string; dark: string } {
  return {
    light: resolveFile(`token-${slug}`, "token-platforms"),
    dark: resolveFile(`token-${slug}-dark`, "token-platforms-dark"),
  };
}

/** 120 x 120: the small version of a plate, or the plate itself. */
export function getThumb(slug: string): string {
  return files[`../assets/art/thumb-${slug}.svg`] ?? getPlate(slug);
}

/** 640 x 480: the tile at the end of each header menu, by the menu's id. */
export const featurePlates: Record<string, string> = {
  services: getPlate("microsoft"),
  industries: getPlate("data-analytics"),
  about: getPlate("gcc"),
};
