import type { Point } from "./geometry.ts";

/** One rhomb of the brand's star. */
export interface Rhomb {
  /** SVG path data in a square of 120 units, for `viewBox="2 2 116 116"`. */
  readonly path: string;
  /** Whether it takes the accent colour; the others take the text colour. */
  readonly accent: boolean;
}

/** How far a rhomb stands out along its axis, in edges. */
const tucked = 0.04;
const proud = 0.38;
const edge = 30;
/** The star's point lies a little low, so that the whole looks centred. */
const middle: Point = { x: 60, y: 62 };

function findDirection(step: number): Point {
  const angle = ((-126 + 72 * step) * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

function drawRhomb(index: number, shrunk: number, out: number): string {
  const first = findDirection(index);
  const second = findDirection(index + 1);
  const axis = { x: first.x + second.x, y: first.y + second.y };
  const length = Math.hypot(axis.x, axis.y);
  const corners = [{ x: 0, y: 0 }, first, axis, second].map(function place(corner) {
    const x = axis.x / 2 + (corner.x - axis.x / 2) * shrunk + (axis.x / length) * out;
    const y = axis.y / 2 + (corner.y - axis.y / 2) * shrunk + (axis.y / length) * out;
    return `${(middle.x + x * edge).toFixed(1)} ${(middle.y + y * edge).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** Returns the five rhombs of the logo, clockwise from the top; the second is the accent and stands out. */
export function drawMark(): readonly Rhomb[] {
  return [0, 1, 2, 3, 4].map((index) => ({
    path: drawRhomb(index, 0.94, index === 1 ? proud : tucked),
    accent: index === 1,
  }));
}

/**
 * Returns the five rhombs of the same star as a measure: the first `lit` of them (0..5) are accented,
 * and none stands out. Used for progress, steps and the busy sign.
 */
export function drawStar(lit: number): readonly Rhomb[] {
  return [0, 1, 2, 3, 4].map((index) => ({ path: drawRhomb(index, 0.9, tucked), accent: index < lit }));
}
