import { growBox } from "./geometry.ts";
import type { Box, Point } from "./geometry.ts";
import { createRandom } from "./random.ts";

/** `free`: a different Penrose tiling for every seed; `sun` and `star`: an exact five-fold centre. */
export type Pattern = "free" | "sun" | "star";

export interface Tile {
  /** Four corners in order. */
  readonly corners: readonly [Point, Point, Point, Point];
  readonly centre: Point;
  /** Which two of the five directions span the tile: 0..9, in the order 01 02 03 04 12 13 14 23 24 34. */
  readonly orientation: number;
}

export interface TilingOptions {
  /** Where the tiling's origin lies, in pixels. */
  readonly centre: Point;
  /** Length of a tile's side in pixels. */
  readonly edge: number;
  /** Turn of the whole tiling in radians. */
  readonly rotation: number;
  readonly pattern: Pattern;
  /** Decides the tiling of the `free` pattern. */
  readonly seed: string;
  /** Tiles are returned when their centre is in this box grown by two edges. */
  readonly view: Box;
}

function chooseOffsets(pattern: Pattern, seed: string): number[] {
  if (pattern === "sun") return [0.2, 0.2, 0.2, 0.2, 0.2];
  if (pattern === "star") return [0.4, 0.4, 0.4, 0.4, 0.4];
  const random = createRandom(seed);
  const offsets = [0, 1, 2, 3].map(() => 0.05 + 0.9 * random());
  return [...offsets, -offsets.reduce((sum, offset) => sum + offset, 0)];
}

function computeSearchRadius(options: TilingOptions): number {
  const { centre, view, edge } = options;
  const farX = Math.max(Math.abs(view.x - centre.x), Math.abs(view.x + view.width - centre.x));
  const farY = Math.max(Math.abs(view.y - centre.y), Math.abs(view.y + view.height - centre.y));
  // A step of the dual grid covers two and a half edges of the tiling.
  return Math.hypot(farX, farY) / edge / 2.5 + 2;
}

/**
 * Covers a box with Penrose rhombs without gaps or overlaps (de Bruijn's pentagrid: every crossing of two grid lines is
 * one tile, and the strip numbers of the crossing are its coordinates).
 */
export function tilePlane(options: TilingOptions): Tile[] {
  const { centre, edge, rotation } = options;
  const offsets = chooseOffsets(options.pattern, options.seed);
  const axes = [0, 1, 2, 3, 4].map(function pointAxis(index): Point {
    const angle = rotation + (index * 2 * Math.PI) / 5;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
  const radius = computeSearchRadius(options);
  const grown = growBox(options.view, 2 * edge);
  const tiles: Tile[] = [];
  let orientation = -1;

  for (let first = 0; first < 4; first += 1) {
    for (let second = first + 1; second < 5; second += 1) {
      orientation += 1;
      const v = axes[first] as Point;
      const w = axes[second] as Point;
      const determinant = v.x * w.y - v.y * w.x;
      const limit = Math.ceil(radius) + 1;
      for (let a = -limit; a <= limit; a += 1) {
        for (let b = -limit; b <= limit; b += 1) {
          const p = a - (offsets[first] as number);
          const q = b - (offsets[second] as number);
          const x = (p * w.y - q * v.y) / determinant;
          const y = (q * v.x - p * w.x) / determinant;
          if (x * x + y * y > radius * radius) continue;
          let cornerX = 0;
          let cornerY = 0;
          for (let index = 0; index < 5; index += 1) {
            const axis = axes[index] as Point;
            let strip = Math.ceil(x * axis.x + y * axis.y + (offsets[index] as number) - 1e-9);
            if (index === first) strip = a;
            if (index === second) strip = b;
            cornerX += strip * axis.x;
            cornerY += strip * axis.y;
          }
          const left = centre.x + cornerX * edge;
          const top = centre.y + cornerY * edge;
          const middle = { x: left + ((v.x + w.x) * edge) / 2, y: top + ((v.y + w.y) * edge) / 2 };
          if (middle.x < grown.x || middle.x > grown.x + grown.width) continue;
          if (middle.y < grown.y || middle.y > grown.y + grown.height) continue;
          tiles.push({
            orientation,
            centre: middle,
            corners: [
              { x: left, y: top },
              { x: left + v.x * edge, y: top + v.y * edge },
              { x: left + (v.x + w.x) * edge, y: top + (v.y + w.y) * edge },
              { x: left + w.x * edge, y: top + w.y * edge },
            ],
          });
        }
      }
    }
  }
  return tiles;
}

const reliefs = [0.1, 0.9, -0.6, 0.4, -1, 0.6, -0.3, -0.8, 0.2, 0.8];

/** Returns the fixed lightness step of an orientation (OKLCH, -0.02..0.02), which makes tiles look like cut stone. */
export function readRelief(orientation: number): number {
  return (reliefs[orientation] ?? 0) * 0.02;
}
