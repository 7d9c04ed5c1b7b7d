// Bundle: site
import { useEffect } from "react";
import { usePageChange } from "./use-page-change.ts";

/**
 * Tells the inline scripts that the page is hydrated (boot then replays the first click), and that the visitor went to
 * another page without a document load (the tracker then counts a view) or to another address of the same page (it then
 * looks whether something was sought).
 */
export function HydrationSignal() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    // From now on the router fetches pages ahead, as data and not as documents.
    document.querySelector("script[type=speculationrules]")?.remove();
    dispatchEvent(new Event("hydrated"));
  }, []);

  usePageChange("pathname", () => dispatchEvent(new Event("page-view")));
  usePageChange("key", () => dispatchEvent(new Event("page-address")));

  return null;
}
