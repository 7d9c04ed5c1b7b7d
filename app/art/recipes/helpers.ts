import { rod } from "../bodies.ts";
import type { Body, BodyOptions } from "../bodies.ts";
import type { Box, Point } from "../geometry.ts";
import type { Scene } from "../scene.ts";

/** A picture the build writes: its file name without ".svg", its size in CSS pixels and what it shows. */
export interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scene: Scene;
}

/** Makes a picture of a scene, of the scene's size. */
export function buildPicture(name: string, scene: Scene): Picture {
  const { width, height } = scene.size ?? scene.view;
  return { name, width, height, scene };
}

export const plateView: Box = { x: 0, y: 0, width: 640, height: 480 };

/** Returns the place `distance` pixels from another in a direction in degrees (0 right, growing clockwise). */
export function placeAt(from: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: from.x + Math.cos(angle) * distance, y: from.y + Math.sin(angle) * distance };
}

/** Returns the distance of a place from a centre, in pixels. */
export function measureDistance(place: Point, centre: Point): number {
  return Math.hypot(place.x - centre.x, place.y - centre.y);
}

export interface Sine {
  readonly y: number;
  readonly amplitude: number;
  readonly period: number;
  /** A place where the curve is at its lowest on screen. */
  readonly lowest: number;
  readonly from: number;
  readonly to: number;
}

/** Returns knots along a sine, close enough together for a smooth curve to follow it. */
export function traceSine({ y, amplitude, period, lowest, from, to }: Sine): Point[] {
  const steps = Math.ceil(((to - from) / period) * 10);
  return Array.from({ length: steps + 1 }, function placeKnot(_, step) {
    const x = from + ((to - from) * step) / steps;
    return { x, y: y + amplitude * Math.cos(((x - lowest) / period) * 2 * Math.PI) };
  });
}

/** Returns knots around a tilted ellipse, closed; degrees as in `placeAt`. */
export function traceEllipse(centre: Point, wide: number, high: number, tilt: number): Point[] {
  return Array.from({ length: 25 }, function placeKnot(_, step) {
    const angle = (step / 24) * 2 * Math.PI;
    const along = placeAt(centre, tilt, Math.cos(angle) * wide);
    return placeAt(along, tilt + 90, Math.sin(angle) * high);
  });
}

/** Returns the spokes of a gear: rods pointing outwards around a centre. */
export function buildTeeth(
  centre: Point,
  count: number,
  first: number,
  inner: number,
  outer: number,
  radius: number,
  ramp: Body["ramp"],
  options: BodyOptions,
): Body[] {
  return Array.from({ length: count }, function buildTooth(_, index) {
    const degrees = first + (index * 360) / count;
    return rod(placeAt(centre, degrees, inner), placeAt(centre, degrees, outer), radius, ramp, options);
  });
}
