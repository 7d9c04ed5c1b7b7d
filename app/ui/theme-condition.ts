import { useSyncExternalStore } from "react";
import { readTheme } from "#app/shared/theme.ts";

const followsSystem = "(prefers-color-scheme:dark)";

/**
 * The media condition under which a picture shows its dark variant: the system's preference, or always or never where
 * the page shows another theme than the system's. Only the variant that is shown is then downloaded. The inline theme
 * script writes the same conditions into the HTML that React has not taken over yet.
 */
export function useDarkCondition(): string {
  return useSyncExternalStore(watchTheme, readCondition, () => followsSystem);
}

function readCondition(): string {
  const theme = readTheme();
  if ((theme === "dark") === matchMedia(followsSystem).matches) return followsSystem;
  return theme === "dark" ? "(min-width:0)" : "(max-width:0)";
}

function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
