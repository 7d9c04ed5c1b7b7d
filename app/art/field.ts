import { mixColours, resolveColour } from "./colour.ts";
import type { Colour, Lch } from "./colour.ts";
import type { Point } from "./geometry.ts";
import type { Pattern } from "./tiling.ts";

/** The tiles around the bodies, of varying size like the dots of a halftone. */
export interface Field {
  /** Side of its tiles in pixels. Default 20. */
  readonly edge?: number;
  readonly pattern?: Pattern;
  /** Origin of its tiling in pixels. Default: the middle of a 640 x 480 plate. */
  readonly centre?: Point;
  /** Tiles smaller than this share of their full size are left out. Default 0.2. */
  readonly minimum?: number;
  /** How much darker it is in the shadow of bodies (OKLCH lightness). Default: as the scene says. */
  readonly shadow?: number;
  /** Size of a tile at a place, 0..1 of its full size. */
  readonly size: (place: Point) => number;
  readonly colour: (place: Point) => Lch;
}

/** Pairs of field colours that read well on a ground: where its tiles are largest (crest) and smallest (trough). */
const fieldTones = {
  blush: [
    [0.835, 0.095, 16],
    [0.8, 0.115, 25],
  ],
  butter: [
    [0.835, 0.15, 80],
    [0.79, 0.15, 73],
  ],
  mint: [
    [0.775, 0.1, 162],
    [0.72, 0.105, 161],
  ],
  haze: [
    [0.76, 0.1, 229],
    [0.83, 0.075, 225],
  ],
  peach: [
    [0.81, 0.1, 30],
    [0.845, 0.085, 31],
  ],
  ice: [
    [0.775, 0.095, 226],
    [0.85, 0.07, 223],
  ],
  petrol: [
    [0.41, 0.075, 216],
    [0.385, 0.07, 216],
  ],
  abyss: [
    [0.5, 0.085, 219],
    [0.42, 0.075, 215],
  ],
} as const satisfies Record<string, readonly [Lch, Lch]>;

export type FieldTone = keyof typeof fieldTones;

/** The same field in colours for the darkest ground: the largest tiles have the crest's colour. */
export function darkenField(field: Field): Field {
  const [crest, trough] = fieldTones.abyss;
  return { ...field, colour: (place) => mixColours(trough, crest, Math.min(1, field.size(place) / 0.72)) };
}

/** Rounds a size to sixteenths. Nobody sees the difference, and tiles of equal size compress well. */
export function snapSize(size: number): number {
  return Math.round(size * 16) / 16;
}

/**
 * Makes a field whose tiles grow and shrink along a sine wave. `phase` gives the angle of the wave at a place in
 * radians; `fade` (default 1) scales the tiles there.
 */
export function buildSineField(
  tones: FieldTone | readonly [Colour, Colour],
  phase: (place: Point) => number,
  options: Partial<Field> & { readonly fade?: (place: Point) => number } = {},
): Field {
  const { fade, ...rest } = options;
  const pair: readonly [Colour, Colour] = typeof tones === "string" ? fieldTones[tones] : tones;
  const crest = resolveColour(pair[0]);
  const trough = resolveColour(pair[1]);
  function computeCrest(place: Point): number {
    return 0.5 + 0.5 * Math.sin(phase(place));
  }
  return {
    size: (place) => snapSize((0.12 + 0.6 * computeCrest(place)) * (fade?.(place) ?? 1)),
    colour: (place) => mixColours(trough, crest, computeCrest(place)),
    ...rest,
  };
}
