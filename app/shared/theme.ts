export type Theme = "light" | "dark";

const schemeCondition = /\(prefers-color-scheme: ?dark\)|\(m..-width:0\)/;

/** The theme the page shows now. */
export function readTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/**
 * Shows `theme`: sets `data-theme` and points every `<source media="(prefers-color-scheme: dark)">` at it, so that a
 * choice that differs from the system's loads that theme's pictures.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]"))
    source.media = source.media.replace(schemeCondition, theme === "dark" ? "(min-width:0)" : "(max-width:0)");
}
