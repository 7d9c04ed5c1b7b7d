import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Tells the inline scripts what only React knows: that the page is hydrated (boot then replays the first click), and
 * that the visitor moved to another page without a document load (the tracker then counts a view).
 */
export function HydrationSignal() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    dispatchEvent(new Event("hydrated"));
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    dispatchEvent(new Event("page-view"));
  }, [pathname]);

  return null;
}
