import { applyTheme, type Theme } from "../shared/theme.ts";

/**
 * Runs in <head> before the first paint: shows the remembered theme, else the system's. Pictures that choose their
 * source by colour scheme need help only when the two differ, and get it as they are parsed.
 */
const root = document.documentElement;
const system: Theme = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
let theme = system;
try {
  theme = (localStorage.theme as Theme | undefined) ?? system;
} catch {
  // Storage is blocked: follow the system.
}
root.className = "js";
root.dataset.theme = theme;
if (theme !== system) {
  const observer = new MutationObserver(() => applyTheme(theme));
  observer.observe(root, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => observer.disconnect());
}
