import { followsSystem, forceCondition, themeKey, type Theme } from "../shared/theme.ts";

/** `followsSystem`, and what `forceCondition` puts in its place. */
const themeConditions = /\((prefers-c.*?|m..-width:0)\)/;

/** The theme the page shows now. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** The theme to start with: the remembered one, else the system's. */
export function readPreferredTheme(): Theme {
  let remembered: unknown;
  try {
    remembered = localStorage[themeKey];
  } catch {
    // Storage is blocked: follow the system.
  }
  return remembered === "light" || remembered === "dark" ? remembered : readSystemTheme();
}

export function readSystemTheme(): Theme {
  return matchMedia(followsSystem).matches ? "dark" : "light";
}

/**
 * Shows `theme`: sets `data-theme` and points every `<source>` that asks for the system's preference at it, so that a
 * choice that differs from the system's loads that theme's pictures. The browser's look-ahead may have asked for the
 * system's variant of the first pictures by then; that costs a download and never shows.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]"))
    source.media = source.media.replace(themeConditions, forceCondition(theme));
}
