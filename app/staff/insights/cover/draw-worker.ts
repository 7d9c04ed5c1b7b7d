/** Draws covers beside the page, so that typing is not held up: some take a third of a second. */
import { drawScene } from "#app/art/draw-scene.ts";
import { buildArticleCover } from "#app/art/recipes/covers.ts";
import type { DrawAnswer, DrawOrder } from "./draw-cover.client.ts";

self.addEventListener("message", ({ data: { id, cover, sizes } }: MessageEvent<DrawOrder>) => {
  try {
    answer({ id, drawings: sizes.map((size) => drawScene(buildArticleCover(cover, size))) });
  } catch (error) {
    answer({ id, fault: String(error) });
  }
});

function answer(message: DrawAnswer): void {
  self.postMessage(message);
}
