// Bundle: site
import type { MouseEvent } from "react";

/**
 * Click handler for links to an anchor on the same page: scrolls there and moves the focus. It prevents the history
 * entry that the browser would make: the router does not know that entry and would scroll back.
 */
export function goToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
