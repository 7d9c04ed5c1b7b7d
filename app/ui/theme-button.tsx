// Bundle: site
import { applyTheme, readTheme } from "#app/client/theme.ts";
import { themeKey } from "#shared/pages/theme.ts";

/**
 * Switches between light and dark, and remembers the choice. Both icons are in the HTML; the style sheet shows the
 * right one.
 */
export function ThemeButton() {
  return (
    <button type="button" className="icon-btn theme-btn needs-js" onClick={switchTheme} aria-label="Switch theme">
      <span className="i-ph-moon" aria-hidden="true" />
      <span className="i-ph-sun" aria-hidden="true" />
    </button>
  );
}

function switchTheme() {
  const theme = readTheme() === "dark" ? "light" : "dark";
  applyTheme(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is blocked: the choice is lost when the page is left.
  }
}
