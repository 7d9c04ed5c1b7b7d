// Bundle: site
import { followsSystem, forceCondition, themeKey, type Theme } from "#shared/pages/theme.ts";

/** Matches `followsSystem` and both results of `forceCondition`. */
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
 * Shows `theme`: sets `data-theme`, and changes the condition of every `<source>` that depends on the system's theme,
 * so that pictures have the same theme. The browser's preload scanner may have fetched the other variant of the first
 * pictures already; it is never shown.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]"))
    source.media = source.media.replace(themeConditions, forceCondition(theme));
}
