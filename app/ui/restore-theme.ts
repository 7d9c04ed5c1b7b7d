import { applyTheme, type Theme } from "#app/shared/theme.ts";

/**
 * Puts back what the inline theme script had written on <html>: React makes that element anew when the error screen
 * takes the place of a page.
 */
export function restoreTheme(): void {
  const root = document.documentElement;
  if (root.dataset.theme) return;
  let remembered: string | null = null;
  try {
    remembered = localStorage.getItem("theme");
  } catch {
    // Storage is blocked: follow the system.
  }
  const system = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
  root.className = "js";
  applyTheme((remembered as Theme | null) ?? system);
}
