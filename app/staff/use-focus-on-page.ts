import { useRef } from "react";
import { useLocation } from "react-router";
import { usePageChange } from "#app/ui/use-page-change.ts";

/**
 * The ref of the element that takes the focus after a navigation to another page without a document load. A panel that
 * opens beside a list has it instead, and once the panel is closed, the row that it showed.
 */
export function useFocusOnPage() {
  const element = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  usePageChange("pathname", () => {
    const before = shown.current;
    shown.current = pathname;
    const panel = document.querySelector<HTMLElement>(".list .kit-panel");
    if (panel?.contains(document.activeElement)) return;
    const target = panel ?? findRow(before) ?? element.current;
    target?.focus({ preventScroll: true });
  });
  return element;
}

/** The link of the row whose record had the address `pathname`. */
function findRow(pathname: string): HTMLElement | null {
  const id = pathname.split("/").at(-1) ?? "";
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-main]`);
}
