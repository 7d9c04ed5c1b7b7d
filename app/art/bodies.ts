import type { Lch, Ramp } from "./colour.ts";
import type { Point } from "./geometry.ts";
import type { RampName } from "./palette.ts";
import type { Pattern } from "./tiling.ts";

/** The spine of a body. A body is everything within `radius` of its spine. */
export type Axis =
  | { readonly kind: "ball"; readonly at: Point }
  | { readonly kind: "rod"; readonly from: Point; readonly to: Point }
  /** A rod whose radius falls to `taper` times its own at the far end. */
  | { readonly kind: "cone"; readonly from: Point; readonly to: Point; readonly taper: number }
  | { readonly kind: "ring"; readonly at: Point; readonly reach: number }
  /** Part of a ring: starts at `start` radians (0 = right, growing clockwise) and runs `sweep` radians on. */
  | { readonly kind: "arc"; readonly at: Point; readonly reach: number; readonly start: number; readonly sweep: number }
  /** A smooth curve through knots; `points` is the same curve finely sampled. */
  | { readonly kind: "path"; readonly knots: readonly Point[]; readonly points: readonly Point[] }
  /** A rounded box: half its flat top to each side, plus the radius. */
  | { readonly kind: "box"; readonly at: Point; readonly half: Point };

export interface BodyOptions {
  /** Side of its tiles in pixels. Default: 20, less for thin bodies. */
  readonly edge?: number;
  /** How strongly tiles bulge, 0..1. Default: by kind. */
  readonly swell?: number;
  readonly pattern?: Pattern;
  /** Bodies with the same name are drawn as one, without a line in the ground's colour between them. */
  readonly union?: string;
  /** Draws no line in the ground's colour around it: the field touches its rim. */
  readonly bare?: boolean;
  /** Class of the SVG group the body is written into. */
  readonly group?: string;
  /** A second ramp for the half towards the `to` end of a rod. */
  readonly split?: RampName;
  /** Colour between its tiles. Default: near the dark end of its ramp. */
  readonly grout?: Lch;
  /** Used in place of the light: the position on the ramp at a place. */
  readonly shade?: (place: Point, lit: number) => number;
  /** Draws part of an earlier body (by index) again, on top. Makes two rings look linked. */
  readonly over?: { readonly index: number; readonly covers: (place: Point) => boolean };
}

export interface Body extends BodyOptions {
  readonly axis: Axis;
  readonly radius: number;
  readonly ramp: RampName | Ramp;
}

/** The nearest place on a body's spine, the radius there, and how far away it is. */
export interface SpinePoint {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly distance: number;
}

export function ball(x: number, y: number, radius: number, ramp: Body["ramp"], options: BodyOptions = {}): Body {
  return { axis: { kind: "ball", at: { x, y } }, radius, ramp, ...options };
}

export function rod(from: Point, to: Point, radius: number, ramp: Body["ramp"], options: BodyOptions = {}): Body {
  return { axis: { kind: "rod", from, to }, radius, ramp, ...options };
}

export function cone(
  from: Point,
  to: Point,
  radius: number,
  taper: number,
  ramp: Body["ramp"],
  options: BodyOptions = {},
): Body {
  return { axis: { kind: "cone", from, to, taper }, radius, ramp, ...options };
}

export function ring(
  x: number,
  y: number,
  reach: number,
  radius: number,
  ramp: Body["ramp"],
  options: BodyOptions = {},
): Body {
  return { axis: { kind: "ring", at: { x, y }, reach }, radius, ramp, ...options };
}

/** Angles in degrees, 0 to the right, growing clockwise. */
export function arc(
  at: Point,
  reach: number,
  start: number,
  sweep: number,
  radius: number,
  ramp: Body["ramp"],
  options: BodyOptions = {},
): Body {
  const radians = Math.PI / 180;
  return { axis: { kind: "arc", at, reach, start: start * radians, sweep: sweep * radians }, radius, ramp, ...options };
}

export function box(
  x: number,
  y: number,
  half: number,
  radius: number,
  ramp: Body["ramp"],
  options: BodyOptions = {},
): Body {
  return { axis: { kind: "box", at: { x, y }, half: { x: half, y: half } }, radius, ramp, ...options };
}

/** A tube along a smooth curve through at least two knots. */
export function tube(knots: readonly Point[], radius: number, ramp: Body["ramp"], options: BodyOptions = {}): Body {
  return { axis: { kind: "path", knots, points: sampleCurve(knots) }, radius, ramp, ...options };
}

/** Returns the two control points of a Catmull-Rom span as a cubic curve. */
export function computeControls(knots: readonly Point[], index: number): [Point, Point] {
  const start = knots[index] as Point;
  const end = knots[index + 1] as Point;
  const before = knots[index - 1] ?? start;
  const after = knots[index + 2] ?? end;
  return [
    { x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6 },
    { x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6 },
  ];
}

function sampleCurve(knots: readonly Point[]): Point[] {
  const points: Point[] = knots.slice(0, 1);
  for (let index = 0; index + 1 < knots.length; index += 1) {
    const start = knots[index] as Point;
    const end = knots[index + 1] as Point;
    const [first, second] = computeControls(knots, index);
    const steps = Math.max(2, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / 9));
    for (let step = 1; step <= steps; step += 1) {
      const t = step / steps;
      const s = 1 - t;
      points.push({
        x: s * s * s * start.x + 3 * s * s * t * first.x + 3 * s * t * t * second.x + t * t * t * end.x,
        y: s * s * s * start.y + 3 * s * s * t * first.y + 3 * s * t * t * second.y + t * t * t * end.y,
      });
    }
  }
  return points;
}
