import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False in the server's HTML and during hydration, true afterwards: for controls that need script to do anything. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
