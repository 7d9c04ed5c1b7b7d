// Bundle: site
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Calls `react` after a navigation without a document load: with "key" after each one, with "pathname" only when it led
 * to another page.
 */
export function usePageChange(by: "key" | "pathname", react: () => void): void {
  const place = useLocation()[by];
  const shown = useRef(place);
  const onChange = useEffectEvent(react);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    onChange();
  }, [place]);
}

/**
 * The ref of the element that takes the focus after a navigation to another page without a document load, so that
 * screen readers start at its beginning. If the address has a fragment whose target takes the focus, that target keeps
 * it.
 */
export function useFocusOnPageChange() {
  const element = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  usePageChange("pathname", () => {
    const place = hash ? document.getElementById(hash.slice(1)) : null;
    place?.focus({ preventScroll: true });
    if (!place || document.activeElement !== place) element.current?.focus({ preventScroll: true });
  });
  return element;
}
