import { followsSystem, forceCondition, themeKey, type Theme } from "../shared/theme.ts";

/** Matches `followsSystem` and both results of `forceCondition`. */
const themeConditions = /\((prefers-c.*?|m..-width:0)\)/;

/** The theme the page shows now. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** The theme to start with: the remembered one, else the system's. */
export function readPreferredTheme(): Theme {
  const choice = readThemeChoice();
  return choice === "system" ? readSystemTheme() : choice;
}

/** A theme, or that of the system. */
export type ThemeChoice = Theme | "system";

/** What is remembered. */
export function readThemeChoice(): ThemeChoice {
  try {
    const remembered: unknown = localStorage[themeKey];
    return remembered === "light" || remembered === "dark" ? remembered : "system";
  } catch {
    // Storage is blocked.
    return "system";
  }
}

/** Shows `choice` and remembers it. Where storage is blocked it is lost when the page is left. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // Storage is blocked.
  }
  applyTheme(choice === "system" ? readSystemTheme() : choice);
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
