// Bundle: site
import { applyTheme, readPreferredTheme } from "#app/client/theme.ts";
import { followsSystem } from "#shared/pages/theme.ts";

/**
 * Restores the attributes that the inline theme script set on <html>: React creates that element anew when the error
 * screen replaces a page. Also follows changes of the system's theme when none is remembered. Returns a function that
 * stops this.
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
