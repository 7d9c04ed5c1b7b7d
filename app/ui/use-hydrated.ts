// Bundle: site
import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the server's HTML and during hydration, true afterwards. For controls that need script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
