/**
 * Hydrate on intent. The page arrives without external scripts; React Router's own scripts wait as inert text
 * (worker/pages.ts gave them a type of `intent:` or `intent:module`) and are brought to life by the visitor's first
 * move, or once they see what is to move by itself (`data-advances`). Clicks and arrow keys on controls that only React
 * can serve are kept until React is there, and given again, so that the first one is never lost.
 */
const page = document;
const intents = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "scroll"];
const kept: (() => void)[] = [];
const sight = new IntersectionObserver((seen) => seen[0]?.isIntersecting && hydrate());
const advancing = page.querySelector("[data-advances]");
/** React is there, or will never be (a script failed to load): nothing is kept from the page any more. */
let released = false;

function hydrate(event?: Event) {
  const { clientX, clientY } = (event ?? {}) as PointerEvent;
  // A page that loads under a resting pointer is told of one at the origin, which nobody has moved.
  if (clientX + clientY === 0) return;
  sight.disconnect();
  for (const name of intents) removeEventListener(name, hydrate, true);
  for (const link of page.querySelectorAll<HTMLLinkElement>("[rel=intent]")) link.rel = "modulepreload";
  for (const { type, text } of page.querySelectorAll<HTMLScriptElement>("[type^=intent]"))
    page.head.appendChild(Object.assign(page.createElement("script"), { type: type.slice(7), text, onerror: release }));
}

function keep(event: Event) {
  const control = (event.target as Element).closest("button");
  const { type, key } = event as KeyboardEvent;
  // Inside a form, with a native command, or served by another inline script, a button works without React.
  if (released || !control || control.closest("form,[commandfor],[data-inline]")) return;
  if (key && !key.startsWith("Arrow")) return;
  kept.push(() => (key ? control.dispatchEvent(new KeyboardEvent(type, event)) : control.click()));
  event.preventDefault();
  event.stopPropagation();
}

function release() {
  released = true;
}

for (const name of intents) addEventListener(name, hydrate, true);
for (const name of ["click", "keydown"]) addEventListener(name, keep, true);
addEventListener("unhandledrejection", release);
addEventListener("hydrated", () => {
  release();
  for (const replay of kept) replay();
});
if (page.cookie.includes("signed-in=1")) hydrate();
else if (advancing) sight.observe(advancing);
