import { applyTheme, readPreferredTheme, readSystemTheme } from "../client/theme.ts";

/**
 * Runs in <head> before the first paint: shows the remembered theme, else the system's. Pictures choose their source by
 * the system's colour scheme, so only when the two differ are their sources changed, while they are parsed.
 */
const theme = readPreferredTheme();
document.documentElement.className = "js";
applyTheme(theme);
if (theme !== readSystemTheme()) {
  const observer = new MutationObserver(() => applyTheme(theme));
  observer.observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => observer.disconnect());
}
// Came back from the back/forward cache: the theme may have been switched on a page after this one.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) applyTheme(readPreferredTheme());
});
