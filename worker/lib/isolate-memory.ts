declare global {
  // The Worker and its build are two copies of the same modules: tests hold both, and both begin anew at once.
  var beginnings: (() => void)[] | undefined;
}

/**
 * For each module that keeps something in the memory of its isolate from one request to the next: `begin` makes that as
 * it is in a new isolate. Nothing calls it but tests, each file of which begins in a new one (tests/worker/setup.ts).
 */
export function onNewIsolate(begin: () => void): void {
  globalThis.beginnings ??= [];
  globalThis.beginnings.push(begin);
}

/** Makes the memory of this isolate as it is in a new one. */
export function beginIsolate(): void {
  for (const begin of globalThis.beginnings ?? []) begin();
}
