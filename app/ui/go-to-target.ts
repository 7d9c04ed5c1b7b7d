import type { MouseEvent } from "react";

/**
 * For links to a place on the same page: goes there and takes the focus along, without the entry in the history that
 * the browser would make, which the router does not know and answers by scrolling back.
 */
export function goToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
