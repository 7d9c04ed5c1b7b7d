/**
 * Hydrate on intent. The page arrives without external scripts. worker/pages/finish-page.ts gives React Router's scripts the
 * type `intent:` or `intent:module`, so they wait as inert text. They run after the visitor's first action, or when a
 * carousel that advances by itself (`data-advances`) comes into view. Clicks and arrow keys on controls that need React,
 * and the key of the search, are stored and replayed after hydration, so that the first one is never lost.
 */
const page = document;
const intents = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"];
const replays: (() => void)[] = [];
const sight = new IntersectionObserver((seen) => seen[0]?.isIntersecting && hydrate());
const advancing = page.querySelector("[data-advances]");
/**
 * True once React has hydrated, or can never hydrate because a script failed to load. From then on no event is held
 * back.
 */
let released = false;

function hydrate(event?: Event) {
  const { clientX, clientY } = (event ?? {}) as PointerEvent;
  // A page that loads under a resting pointer gets an event at 0,0 although nobody moved the pointer.
  if (clientX + clientY === 0) return;
  sight.disconnect();
  for (const name of intents) removeEventListener(name, hydrate, true);
  for (const link of page.querySelectorAll<HTMLLinkElement>("[rel=intent]")) link.rel = "modulepreload";
  for (const { type, text } of page.querySelectorAll<HTMLScriptElement>("[type^=intent]"))
    page.head.appendChild(Object.assign(page.createElement("script"), { type: type.slice(7), text, onerror: release }));
}

function keep(event: Event) {
  const { type, key, target } = event as KeyboardEvent;
  const place = target as Element;
  // The search opens by its key.
  const control = key === "/" ? place : (place.closest("button") as HTMLElement | null);
  // Buttons in a form, with a native command, or handled by another inline script work without React.
  if (released || !control || control.closest("form,[commandfor],[data-inline]")) return;
  if (key && !/^Arrow|\//.test(key)) return;
  replays.push(() => (key ? control.dispatchEvent(new KeyboardEvent(type, event)) : (control as HTMLElement).click()));
  event.preventDefault();
  event.stopImmediatePropagation();
}

function release() {
  released = true;
}

for (const name of intents) addEventListener(name, hydrate, true);
for (const name of ["click", "keydown"]) addEventListener(name, keep, true);
addEventListener("unhandledrejection", release);
addEventListener("hydrated", () => {
  release();
  for (const replay of replays) replay();
});
if (page.cookie.includes("signed-in=1")) hydrate();
else if (advancing) sight.observe(advancing);
