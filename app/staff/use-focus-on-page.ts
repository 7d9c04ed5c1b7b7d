import { useRef } from "react";
import { useLocation } from "react-router";
import { usePageChange } from "#app/ui/use-page-change.ts";

/**
 * The ref of the element that takes the focus after a navigation to another page without a document load. A record that
 * opens beside or inside a list has it instead, and once it is closed, its row.
 */
export function useFocusOnPage() {
  const element = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  usePageChange("pathname", () => {
    const before = shown.current;
    shown.current = pathname;
    const panel = document.querySelector<HTMLElement>(".list :is(.kit-panel, [data-detail])");
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
