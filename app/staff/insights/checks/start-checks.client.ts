/** Starts the worker that checks articles. The Worker's bundle leaves out this file, and so the code that it names. */
export function startChecks(): Worker {
  return new Worker(new URL("checks-worker.ts", import.meta.url), { type: "module" });
}
