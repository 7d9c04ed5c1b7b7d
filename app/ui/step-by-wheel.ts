/** Milliseconds without a wheel event after which a sideways swipe on a trackpad counts as over. */
const pause = 150;

/**
 * Calls `step` once for every sideways swipe or tilt of the wheel over `element`, with 1 for forward and -1 for back.
 * Vertical scrolling is not affected. Returns a function that stops this.
 */
export function stepByWheel(element: HTMLElement, step: (direction: 1 | -1) => void): () => void {
  let last = -Infinity;

  function onWheel(event: WheelEvent) {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (event.timeStamp - last > pause) step(event.deltaX > 0 ? 1 : -1);
    last = event.timeStamp;
  }

  element.addEventListener("wheel", onWheel, { passive: false });
  return () => element.removeEventListener("wheel", onWheel);
}
