/** The usual events for which React hydrates the whole page at once when they come before it has. */
const hurrying =
  "click auxclick dblclick contextmenu pointerdown pointerup pointercancel mousedown mouseup touchstart touchend " +
  "touchcancel keydown keypress keyup beforeinput input change compositionstart compositionend";

/**
 * Keeps these events from React until it has hydrated, so that it goes on in small steps: hydrated at once, a page does
 * not answer for as long as that takes. To the visitor it is as if the scripts had not come yet: links, forms and menus
 * work by themselves, and app/inline/boot.ts repeats presses and arrow keys on buttons that need React. So a public page
 * has no other control that needs React at once, such as a field with `onChange`. A page without that script keeps nothing
 * back, because nobody would repeat it. Where hydrating fails, it ends as boot.ts does.
 */
export function holdEvents(): void {
  if (!document.querySelector("script[type^=intent]")) return;
  const names = hurrying.split(" ");
  for (const name of names) addEventListener(name, stop, true);
  const release = () => {
    for (const name of names) removeEventListener(name, stop, true);
  };
  addEventListener("hydrated", release);
  addEventListener("unhandledrejection", release);
}

/** The first repeated event comes before this knows that React has hydrated. */
function stop(event: Event): void {
  if (document.documentElement.dataset["hydrated"] === undefined) event.stopPropagation();
}
