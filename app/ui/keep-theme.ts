import { applyTheme, readPreferredTheme } from "#app/client/theme.ts";
import { followsSystem } from "#app/shared/theme.ts";

/**
 * Puts back what the inline theme script had written on <html> (React makes that element anew when the error screen
 * takes the place of a page), and goes along when the system's theme changes and none is remembered. Returns how to stop.
 */
export function keepTheme(): () => void {
  const root = document.documentElement;
  if (!root.dataset.theme) {
    root.className = "js";
    showPreferred();
  }
  const system = matchMedia(followsSystem);
  system.addEventListener("change", showPreferred);
  return () => system.removeEventListener("change", showPreferred);
}

function showPreferred() {
  applyTheme(readPreferredTheme());
}
