import type { Body } from "./bodies.ts";
import {
  clipPolygon,
  computeCentre,
  growBox,
  insetPolygon,
  intersectBoxes,
  measureArea,
  touchesBox,
} from "./geometry.ts";
import type { Point } from "./geometry.ts";
import { boundBody, measureDepth } from "./spine.ts";
import { computeSplit, computeSwell, swellCorner } from "./relief.ts";
import type { CompleteScene } from "./complete-scene.ts";
import { tilePlane } from "./tiling.ts";
import type { Tile } from "./tiling.ts";

/** One tile of a body. */
export interface Facet {
  readonly tile: Tile;
  /** Its full shape on the body. */
  readonly whole: readonly Point[];
  /** What is left of it inside the grout. */
  readonly painted: readonly Point[];
  /** Whether it belongs to the second half of a two-tone rod. */
  readonly second: boolean;
}

/** Returns the side of a body's tiles in pixels: thin bodies get smaller ones, so that they stay round. */
export function computeEdge(body: Body): number {
  return body.edge ?? Math.min(20, Math.max(9, body.radius * 0.44));
}

/** True for a tile that reaches across the gap between two arms of a sharply bent body. */
function bridgesGap(body: Body, whole: readonly Point[]): boolean {
  if (body.axis.kind === "ball" || body.axis.kind === "box") return false;
  return whole.some(function leavesBody(corner, side) {
    const next = whole[(side + 1) % whole.length] ?? corner;
    return measureDepth(body, { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }) < -1.5;
  });
}

/** Cuts the part of a body that is in view into tiles. */
export function cutFacets(scene: CompleteScene, index: number): Facet[] {
  const body = scene.bodies[index] as Body;
  const origin = body.over?.index ?? index;
  const bounds = boundBody(body);
  const edge = computeEdge(body);
  // Swelling carries tiles into view from outside it: sin(u * pi / 2) exceeds u by 0.211 at most.
  const view = intersectBoxes(bounds, growBox(scene.view, 2 * edge + 0.211 * computeSwell(body) * body.radius));
  if (!view) return [];
  const split = computeSplit(body);
  const facets: Facet[] = [];
  const tiles = tilePlane({
    centre:
      body.axis.kind === "ball" ? body.axis.at : { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 },
    edge,
    rotation: (scene.rotation ?? 0) + 0.7 * origin,
    pattern: body.pattern ?? "free",
    seed: `${scene.seed}${origin}`,
    view,
  });
  for (const tile of tiles) {
    const swollen = tile.corners.map((corner) => swellCorner(body, corner));
    // A tile wholly outside the body has become a line on its rim.
    if (swollen.every(({ onRim }) => onRim)) continue;
    const whole = swollen.map(({ place }) => place);
    if (!touchesBox(whole, scene.view) || bridgesGap(body, whole)) continue;
    if (body.over && !body.over.covers(computeCentre(whole))) continue;
    const gaps = swollen.map(({ onRim }, side) => (onRim && swollen[(side + 1) % 4]?.onRim ? 0.35 : 0.5) * scene.grout);
    const painted = insetPolygon(whole, gaps);
    const halves = split
      ? [
          {
            second: false,
            painted: clipPolygon(painted, move(split.origin, split.normal, -scene.grout / 2), negate(split.normal)),
          },
          {
            second: true,
            painted: clipPolygon(painted, move(split.origin, split.normal, scene.grout / 2), split.normal),
          },
        ]
      : [{ second: false, painted }];
    for (const half of halves) {
      if (Math.abs(measureArea(half.painted)) >= 0.03 * edge * edge) facets.push({ tile, whole, ...half });
    }
  }
  return facets;
}

/** Moves a place along a direction. */
export function move(place: Point, direction: Point, distance: number): Point {
  return { x: place.x + direction.x * distance, y: place.y + direction.y * distance };
}

function negate({ x, y }: Point): Point {
  return { x: -x, y: -y };
}

/** Returns all tiles but the one nearest to a place. */
export function omitTile(facets: readonly Facet[], place: Point): Facet[] {
  const distance = (facet: Facet) =>
    Math.hypot(computeCentre(facet.whole).x - place.x, computeCentre(facet.whole).y - place.y);
  const hole = facets.toSorted((first, second) => distance(first) - distance(second))[0];
  return facets.filter((facet) => facet !== hole);
}
