export type Theme = "light" | "dark";

/** The media condition under which a picture shows its dark variant, as in the server's HTML. */
export const followsSystem = "(prefers-color-scheme:dark)";

/** That condition, and the two that replace it when a theme is forced. */
const themeConditions = /\((prefers-c.*?|m..-width:0)\)/;

/** The theme the page shows now. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** The theme to start with: the remembered one, else the system's. */
export function readPreferredTheme(): Theme {
  let remembered: unknown;
  try {
    remembered = localStorage.theme;
  } catch {
    // Storage is blocked: follow the system.
  }
  return remembered === "light" || remembered === "dark" ? remembered : readSystemTheme();
}

export function readSystemTheme(): Theme {
  return matchMedia(followsSystem).matches ? "dark" : "light";
}

/** A media condition that is always or never true, whatever the system prefers. */
export function forceCondition(theme: Theme): string {
  return theme === "dark" ? "(min-width:0)" : "(max-width:0)";
}

/**
 * Shows `theme`: sets `data-theme` and changes every `<source>` that follows the system's preference, so that pictures
 * follow the chosen theme. By then the browser's preload scanner may have fetched the system's variant of the first
 * pictures. That costs one download and is never visible.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]"))
    source.media = source.media.replace(themeConditions, forceCondition(theme));
}
