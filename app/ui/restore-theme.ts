import { applyTheme, readPreferredTheme } from "#app/shared/theme.ts";

/**
 * Puts back what the inline theme script had written on <html>: React makes that element anew when the error screen
 * takes the place of a page.
 */
export function restoreTheme(): void {
  const root = document.documentElement;
  if (root.dataset.theme) return;
  root.className = "js";
  applyTheme(readPreferredTheme());
}
