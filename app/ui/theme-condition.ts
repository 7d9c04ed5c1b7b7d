// Bundle: site
import { useSyncExternalStore } from "react";
import { readSystemTheme, readTheme } from "#app/client/theme.ts";
import { followsSystem, forceCondition } from "#shared/pages/theme.ts";

/**
 * The media condition under which a picture shows its dark variant: the system's preference, or always or never when
 * the page shows another theme than the system's. Only that variant is visible. If the remembered theme differs from
 * the system's, the browser's preload scanner may fetch the other variant of the first pictures once. The inline theme
 * script writes the same conditions into HTML that React has not hydrated yet.
 */
export function useDarkCondition(): string {
  return useSyncExternalStore(watchTheme, readCondition, () => followsSystem);
}

function readCondition(): string {
  const theme = readTheme();
  return theme === readSystemTheme() ? followsSystem : forceCondition(theme);
}

function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
