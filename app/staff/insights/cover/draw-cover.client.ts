import type { ArticleCover } from "#app/art/recipes/covers.ts";
import { startDrawing } from "./start-drawing.client.ts";

interface Size {
  width: number;
  height: number;
}

/** What the page asks of draw-worker.ts, and what it answers. */
export interface DrawOrder {
  id: number;
  cover: ArticleCover;
  sizes: readonly Size[];
}

export type DrawAnswer = { id: number; drawings: string[] } | { id: number; fault: string };

let worker: Worker | undefined;
let orders = 0;
const waiting = new Map<number, { resolve: (drawings: string[]) => void; reject: (error: Error) => void }>();

/**
 * Draws `cover` once in each size, as SVG. Browsers only; the drawing runs beside the page.
 * @throws {Error} when it cannot be drawn, for example because the code of it did not arrive
 */
export function drawCover(cover: ArticleCover, sizes: readonly Size[]): Promise<string[]> {
  worker ??= startWorker();
  orders += 1;
  const order: DrawOrder = { id: orders, cover, sizes: sizes.map(({ width, height }) => ({ width, height })) };
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  waiting.set(order.id, { resolve, reject });
  worker.postMessage(order);
  return promise;
}

function startWorker(): Worker {
  const started = startDrawing();
  started.addEventListener("message", ({ data }: MessageEvent<DrawAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("fault" in data) asked?.reject(new Error(data.fault));
    else asked?.resolve(data.drawings);
  });
  // It did not load: the next order tries again.
  started.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Error("The picture could not be drawn."));
    waiting.clear();
    started.terminate();
    worker = undefined;
  });
  return started;
}

/** An address that shows a drawing. The policy lets pages show `data:`, and no other made address. */
export function toDrawingUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
