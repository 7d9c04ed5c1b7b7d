import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Calls `react` after a navigation without a document load: by `key` after every one, by `pathname` when it led to
 * another page.
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
 * The ref of the element that takes the focus when another page comes without a document load, so that it is read
 * from its beginning; or from the place that the address names, when that takes the focus.
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
