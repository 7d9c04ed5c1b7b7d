import { toHex } from "./colour.ts";
import type { Lch } from "./colour.ts";
import { measureArea } from "./geometry.ts";
import type { Box, Point } from "./geometry.ts";

/** Tiles of one layer, gathered by fill colour ("#rrggbb"); corners in whole units of the file. */
export type Batch = Map<string, Point[][]>;

/** Area of the smallest tile that is drawn, in square units. */
const speck = 1.5;

/**
 * Rounds a tile to the file's whole units and adds it to the batch of its colour. Tiles that vanish in rounding are
 * left out.
 */
export function addTile(batch: Batch, colour: Lch, polygon: readonly Point[], scale: number): void {
  const corners: Point[] = [];
  for (const corner of polygon) {
    const rounded = { x: Math.round(corner.x * scale), y: Math.round(corner.y * scale) };
    const last = corners.at(-1);
    if (!last || last.x !== rounded.x || last.y !== rounded.y) corners.push(rounded);
  }
  const [first] = corners;
  const last = corners.at(-1);
  if (first && last && corners.length > 1 && first.x === last.x && first.y === last.y) corners.pop();
  if (corners.length < 3 || Math.abs(measureArea(corners)) < speck) return;
  const fill = toHex(colour);
  const tiles = batch.get(fill);
  if (tiles) tiles.push(corners);
  else batch.set(fill, [corners]);
}

function writeStep(x: number, y: number): string {
  return `${x}${y < 0 ? "" : " "}${y}`;
}

function writeTile(corners: readonly Point[]): string {
  let text = "";
  for (let step = 1; step < corners.length; step += 1) {
    const from = corners[step - 1] as Point;
    const to = corners[step] as Point;
    const part = writeStep(to.x - from.x, to.y - from.y);
    text += step === 1 || part.startsWith("-") ? part : ` ${part}`;
  }
  return `l${text}z`;
}

/** Writes tiles as one path. Each tile starts near the one before, which keeps the numbers short. */
export function writePath(tiles: readonly (readonly Point[])[]): string {
  const rest = [...tiles];
  let pen: Point = { x: 0, y: 0 };
  let text = "";
  while (rest.length > 0) {
    let best = 0;
    let least = Infinity;
    rest.forEach(function compare(corners, index) {
      const corner = corners[0] as Point;
      const distance = Math.abs(corner.x - pen.x) + Math.abs(corner.y - pen.y);
      if (distance < least) {
        least = distance;
        best = index;
      }
    });
    const corners = rest[best] as readonly Point[];
    rest[best] = rest.at(-1) as readonly Point[];
    rest.pop();
    const start = corners[0] as Point;
    text += text === "" ? `M${writeStep(start.x, start.y)}` : `m${writeStep(start.x - pen.x, start.y - pen.y)}`;
    text += writeTile(corners);
    pen = start;
  }
  return text;
}

/** Writes a batch as one path per colour, dark to light, which compresses better than drawing order. */
export function writeBatch(batch: Batch): string {
  return [...batch]
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([fill, tiles]) => `<path fill="${fill}" d="${writePath(tiles)}"/>`)
    .join("");
}

/** Writes a rectangle of one colour. */
export function writeGround(box: Box, colour: string, scale: number): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((value) => Math.round(value * scale));
  return `<path fill="${colour}" d="M${x} ${y}h${width}v${height}H${x}z"/>`;
}

/** Wraps drawn parts in an SVG file with its own size in CSS pixels. */
export function writeFile(
  view: Box,
  size: { readonly width: number; readonly height: number },
  scale: number,
  parts: readonly string[],
): string {
  const box = [view.x, view.y, view.width, view.height].map((value) => Math.round(value * scale)).join(" ");
  const own = `width="${Math.round(size.width)}" height="${Math.round(size.height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${own} viewBox="${box}">${parts.join("")}</svg>`;
}
