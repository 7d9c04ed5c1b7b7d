/** How long the page may be busy before it answers what its reader does, in milliseconds. */
const longest = 24;

/** Lets the page do what else it has to, between two pieces of long work. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
