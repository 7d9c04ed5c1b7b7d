/** What tests read out of a drawing. */
import { clipPolygon } from "#app/art/geometry.ts";
import type { Point } from "#app/art/geometry.ts";

/** The part of a polygon that lies in `view`. */
export function clipToView(
  corners: readonly Point[],
  view: { x: number; y: number; width: number; height: number },
): Point[] {
  const far = { x: view.x + view.width, y: view.y + view.height };
  let rest = clipPolygon(corners, view, { x: 1, y: 0 });
  rest = clipPolygon(rest, view, { x: 0, y: 1 });
  rest = clipPolygon(rest, far, { x: -1, y: 0 });
  return clipPolygon(rest, far, { x: 0, y: -1 });
}

/** Tags that are not closed or not opened; empty for a well-formed drawing. */
export function findUnbalanced(svg: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, closing, name = "", selfClosing] of svg.matchAll(
    /<(\/?)([a-z]+)(?: [a-zA-Z-]+="[^"<>]*")*(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop() !== name) wrong.push(tag);
    } else if (!selfClosing) open.push(name);
  }
  if (svg.replaceAll(/<(\/?)([a-z]+)(?: [a-zA-Z-]+="[^"<>]*")*(\/?)>/g, "").includes("<")) wrong.push("stray <");
  return [...wrong, ...open];
}

export function countTiles(svg: string): number {
  return [...svg.matchAll(/ d="([^"]*)"/g)].reduce((sum, [, path = ""]) => sum + path.split("z").length - 1, 0);
}

/** Follows the relative moves of a path of tiles. */
export function readTiles(path: string): Point[][] {
  let pen = { x: 0, y: 0 };
  return path.split("z").flatMap((part) => {
    const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
    if (numbers.length < 6) return [];
    const steps = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      x: numbers[index * 2] ?? 0,
      y: numbers[index * 2 + 1] ?? 0,
    }));
    const corners: Point[] = [];
    let place = pen;
    for (const step of steps) {
      place = { x: place.x + step.x, y: place.y + step.y };
      corners.push(place);
    }
    pen = corners[0] ?? pen;
    return [corners];
  });
}
