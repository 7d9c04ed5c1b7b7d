import { computeEdge } from "../facets.ts";
import type { Scene } from "../scene.ts";

/** How much larger the tiles of a thumbnail are than its plate's: the plate's own could not be seen at 60 pixels. */
const coarser = 1.9;

/** The square of a plate that begins at `left`, cut into few large tiles, 120 x 120. */
export function buildThumbScene(scene: Scene, left: number): Scene {
  return {
    ...scene,
    view: { x: left, y: 0, width: 480, height: 480 },
    size: { width: 120, height: 120 },
    scale: 0.75,
    grout: 4,
    ...(scene.field ? { field: { ...scene.field, edge: (scene.field.edge ?? 20) * coarser } } : {}),
    bodies: scene.bodies.map((body) => ({ ...body, edge: computeEdge(body) * coarser })),
  };
}
