import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Calls `react` after a navigation without a document load: by `key` after every one, by `pathname` when it led to
 * another page.
 */
export function usePageChange(by: "key" | "pathname", react: () => void): void {
  const place = useLocation()[by];
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    react();
  });
}
