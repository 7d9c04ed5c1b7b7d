import type { Axis, Body, SpinePoint } from "./bodies.ts";
import { boundPoints, growBox } from "./geometry.ts";
import type { Box, Point } from "./geometry.ts";

function computeShare(from: Point, to: Point, place: Point): number {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const squared = x * x + y * y;
  if (squared === 0) return 0;
  return Math.min(1, Math.max(0, ((place.x - from.x) * x + (place.y - from.y) * y) / squared));
}

function computeOnSegment(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function computeOnCircle(at: Point, reach: number, angle: number): Point {
  return { x: at.x + Math.cos(angle) * reach, y: at.y + Math.sin(angle) * reach };
}

function projectOntoArc(axis: Extract<Axis, { kind: "arc" }>, place: Point): Point {
  const turn = 2 * Math.PI;
  const angle = Math.atan2(place.y - axis.at.y, place.x - axis.at.x);
  let along = (((angle - axis.start) % turn) + turn) % turn;
  // Past the end, the nearer of the two ends wins.
  if (along > axis.sweep) along = along - axis.sweep < turn - along ? axis.sweep : 0;
  return computeOnCircle(axis.at, axis.reach, axis.start + along);
}

function projectOntoPath(points: readonly Point[], place: Point): Point {
  let nearest = points[0] as Point;
  let least = Infinity;
  for (let index = 0; index + 1 < points.length; index += 1) {
    const from = points[index] as Point;
    const to = points[index + 1] as Point;
    const candidate = computeOnSegment(from, to, computeShare(from, to, place));
    const squared = (candidate.x - place.x) ** 2 + (candidate.y - place.y) ** 2;
    if (squared < least) {
      least = squared;
      nearest = candidate;
    }
  }
  return nearest;
}

function projectOntoAxis(axis: Axis, place: Point): Point {
  switch (axis.kind) {
    case "ball":
      return axis.at;
    case "rod":
    case "cone":
      return computeOnSegment(axis.from, axis.to, computeShare(axis.from, axis.to, place));
    case "ring":
      return computeOnCircle(axis.at, axis.reach, Math.atan2(place.y - axis.at.y, place.x - axis.at.x));
    case "arc":
      return projectOntoArc(axis, place);
    case "path":
      return projectOntoPath(axis.points, place);
    case "box":
      return {
        x: Math.min(axis.at.x + axis.half.x, Math.max(axis.at.x - axis.half.x, place.x)),
        y: Math.min(axis.at.y + axis.half.y, Math.max(axis.at.y - axis.half.y, place.y)),
      };
  }
}

/** Returns the nearest place of a body's spine to a place, with the body's radius there. */
export function projectOntoSpine({ axis, radius }: Body, place: Point): SpinePoint {
  const { x, y } = projectOntoAxis(axis, place);
  const own = axis.kind === "cone" ? radius * (1 - (1 - axis.taper) * computeShare(axis.from, axis.to, place)) : radius;
  return { x, y, radius: own, distance: Math.hypot(place.x - x, place.y - y) };
}

/** Tells how many pixels a place lies inside a body's silhouette; negative outside. */
export function measureDepth(body: Body, place: Point): number {
  const { radius, distance } = projectOntoSpine(body, place);
  return radius - distance;
}

function traceAxis(axis: Axis): readonly Point[] {
  switch (axis.kind) {
    case "ball":
      return [axis.at];
    case "rod":
    case "cone":
      return Array.from({ length: 33 }, (_, step) => computeOnSegment(axis.from, axis.to, step / 32));
    case "ring":
      return Array.from({ length: 72 }, (_, step) => computeOnCircle(axis.at, axis.reach, (step * Math.PI) / 36));
    case "arc":
      return Array.from({ length: 73 }, (_, step) =>
        computeOnCircle(axis.at, axis.reach, axis.start + (axis.sweep * step) / 72),
      );
    case "path":
      return axis.points;
    case "box":
      return [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(function placeCorner([x = 0, y = 0]) {
        return { x: axis.at.x + x * axis.half.x, y: axis.at.y + y * axis.half.y };
      });
  }
}

/** Returns the rectangle around a body. */
export function boundBody({ axis, radius }: Body): Box {
  return growBox(boundPoints(traceAxis(axis)), radius);
}

/** Tells whether two bodies keep at least `margin` pixels between them, so that their tiles may share paths. */
export function areApart(first: Body, second: Body, margin: number): boolean {
  return traceAxis(second.axis).every((place) => measureDepth(first, place) < -second.radius - margin);
}
