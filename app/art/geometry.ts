/** A place in the scene, in CSS pixels at the picture's own size; y grows downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright rectangle in the same pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the signed area of a polygon in square pixels; positive when it turns clockwise on screen. */
export function measureArea(polygon: readonly Point[]): number {
  let doubled = 0;
  let previous = polygon.at(-1);
  for (const current of polygon) {
    if (previous) doubled += previous.x * current.y - current.x * previous.y;
    previous = current;
  }
  return doubled / 2;
}

/** Returns the mean of the corners. An empty polygon gives the origin. */
export function computeCentre(polygon: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  for (const corner of polygon) {
    x += corner.x;
    y += corner.y;
  }
  const count = Math.max(1, polygon.length);
  return { x: x / count, y: y / count };
}

/** Returns the smallest upright rectangle around some points. */
export function boundPoints(points: readonly Point[]): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Grows a rectangle by the same number of pixels on all four sides. */
export function growBox(box: Box, margin: number): Box {
  return { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
}

/** Returns the part two rectangles share, or null when they do not touch. */
export function intersectBoxes(first: Box, second: Box): Box | null {
  const x = Math.max(first.x, second.x);
  const y = Math.max(first.y, second.y);
  const width = Math.min(first.x + first.width, second.x + second.width) - x;
  const height = Math.min(first.y + first.height, second.y + second.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Tells whether a polygon's bounds touch a rectangle. */
export function touchesBox(polygon: readonly Point[], box: Box): boolean {
  return intersectBoxes(boundPoints(polygon), box) !== null;
}

/** Tells whether a point lies in a rectangle. */
export function containsPoint(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/**
 * Cuts a polygon along the line through `origin` at a right angle to `normal`, and returns the side to which the normal
 * points. Convex polygons only; the result may have one corner more, or none at all.
 */
export function clipPolygon(polygon: readonly Point[], origin: Point, normal: Point): Point[] {
  const inside: Point[] = [];
  let previous = polygon.at(-1);
  for (const current of polygon) {
    if (!previous) break;
    const before = (previous.x - origin.x) * normal.x + (previous.y - origin.y) * normal.y;
    const after = (current.x - origin.x) * normal.x + (current.y - origin.y) * normal.y;
    if (before >= 0 !== after >= 0) {
      const share = before / (before - after);
      inside.push({
        x: previous.x + (current.x - previous.x) * share,
        y: previous.y + (current.y - previous.y) * share,
      });
    }
    if (after >= 0) inside.push(current);
    previous = current;
  }
  return inside;
}

function isConvex(polygon: readonly Point[], turn: number): boolean {
  return polygon.every(function turnsTheSameWay(corner, index) {
    const next = polygon[(index + 1) % polygon.length] ?? corner;
    const after = polygon[(index + 2) % polygon.length] ?? corner;
    return ((next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x)) * turn >= -1e-6;
  });
}

/**
 * Moves every side of a polygon inwards, so that grout between neighbours has one width everywhere (shrinking about the
 * centre would make it thick at sharp corners and thin at blunt ones). `distances[i]` belongs to the side from corner i
 * to corner i + 1. Returns an empty list when nothing is left.
 */
export function insetPolygon(polygon: readonly Point[], distances: readonly number[]): Point[] {
  const turn = Math.sign(measureArea(polygon));
  if (turn === 0) return [];
  if (!isConvex(polygon, turn)) return shrinkPolygon(polygon, distances);
  let rest: Point[] = [...polygon];
  polygon.forEach(function cutSide(corner, index) {
    const next = polygon[(index + 1) % polygon.length] ?? corner;
    const length = Math.hypot(next.x - corner.x, next.y - corner.y);
    if (length < 0.05) return;
    const normal = { x: (-(next.y - corner.y) / length) * turn, y: ((next.x - corner.x) / length) * turn };
    const distance = distances[index] ?? 0;
    const origin = { x: corner.x + normal.x * distance, y: corner.y + normal.y * distance };
    rest = clipPolygon(rest, origin, normal);
  });
  return rest;
}

/** Rare arrow-shaped tiles on a rim cannot be cut side by side, so their corners move to the centre. */
function shrinkPolygon(polygon: readonly Point[], distances: readonly number[]): Point[] {
  const centre = computeCentre(polygon);
  const distance = Math.max(0, ...distances);
  return polygon.map(function pullIn(corner) {
    const length = Math.hypot(centre.x - corner.x, centre.y - corner.y);
    const share = length > 0 ? Math.min(1, (1.6 * distance) / length) : 0;
    return { x: corner.x + (centre.x - corner.x) * share, y: corner.y + (centre.y - corner.y) * share };
  });
}
