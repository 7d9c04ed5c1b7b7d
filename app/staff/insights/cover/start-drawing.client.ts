/** Starts the worker that draws covers. The Worker's bundle leaves out this file, and so the code that it names. */
export function startDrawing(): Worker {
  return new Worker(new URL("draw-worker.ts", import.meta.url), { type: "module" });
}
