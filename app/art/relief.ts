import type { Body } from "./bodies.ts";
import { sampleRamp } from "./colour.ts";
import type { Lch, Ramp } from "./colour.ts";
import type { Point } from "./geometry.ts";
import { ramps } from "./palette.ts";
import type { RampName } from "./palette.ts";
import { measureDepth, projectOntoSpine } from "./spine.ts";

/** A direction towards the light: x right, y down, z out of the picture; about one unit long. */
export type Light = readonly [x: number, y: number, z: number];

/** The light of every picture but the hero: from the upper left. */
export const defaultLight: Light = [-0.5, -0.58, 0.64];

/** Returns the ramp of a body, or of its second half when `second` is set. */
export function resolveRamp(body: Body, second = false): Ramp {
  const ramp: RampName | Ramp = second && body.split ? body.split : body.ramp;
  return typeof ramp === "string" ? ramps[ramp] : ramp;
}

/** Returns how strongly a body's tiles bulge: big round bodies most, thin and tapered ones least. */
export function computeSwell({ axis, radius, swell }: Body): number {
  if (swell !== undefined) return swell;
  if (axis.kind === "cone" || radius < 24) return 0.65;
  return axis.kind === "ball" ? 0.78 : axis.kind === "box" ? 0.7 : 0.75;
}

/**
 * Moves a corner of the flat tiling onto a body: outwards near the spine, closer together near the rim. Corners outside
 * the body land exactly on its rim, so that silhouettes are crisp.
 */
export function swellCorner(body: Body, corner: Point): { readonly place: Point; readonly onRim: boolean } {
  const { x, y, radius, distance } = projectOntoSpine(body, corner);
  if (distance === 0) return { place: corner, onRim: false };
  const share = Math.min(1, distance / radius);
  const amount = computeSwell(body);
  const away = (radius * ((1 - amount) * share + amount * Math.sin((share * Math.PI) / 2))) / distance;
  return { place: { x: x + (corner.x - x) * away, y: y + (corner.y - y) * away }, onRim: share >= 1 };
}

/** Returns the position on a body's ramp at a place of the flat tiling: 0 lit, 1 shaded. */
export function measureShade(body: Body, place: Point, light: Light): number {
  const { x, y, radius, distance } = projectOntoSpine(body, place);
  const share = Math.min(1, distance / radius);
  const scale = distance > 0 ? share / distance : 0;
  const facing =
    (place.x - x) * scale * light[0] + (place.y - y) * scale * light[1] + Math.sqrt(1 - share * share) * light[2];
  const lit = 1 - (Math.min(1, Math.max(-0.25, facing)) + 0.25) / 1.25;
  return body.shade ? body.shade(place, lit) : lit;
}

/** Returns the colour between a body's tiles. */
export function resolveGrout(body: Body, second = false): Lch {
  return body.grout ?? sampleRamp(resolveRamp(body, second), 0.86);
}

/** Tells whether a body's silhouette, including the part an `over` body repeats, holds a place. */
export function holdsPlace(body: Body, place: Point, depth: number): boolean {
  if (measureDepth(body, place) < depth) return false;
  return body.over ? body.over.covers(place) : true;
}

/** A plane across a two-tone rod: its middle, and the direction of the second half. */
export function computeSplit(body: Body): { readonly origin: Point; readonly normal: Point } | null {
  if (!body.split || body.axis.kind !== "rod") return null;
  const { from, to } = body.axis;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return {
    origin: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    normal: { x: (to.x - from.x) / length, y: (to.y - from.y) / length },
  };
}
