import { applyTheme, readSystemTheme } from "#app/client/theme.ts";
import { type Theme, themeKey } from "#shared/pages/theme.ts";

/** A theme, or that of the system. */
export type ThemeChoice = Theme | "system";

/** What this browser remembers. */
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
