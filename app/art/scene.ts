import type { Body } from "./bodies.ts";
import type { Colour } from "./colour.ts";
import type { Field } from "./field.ts";
import type { Box, Point } from "./geometry.ts";
import type { Light } from "./relief.ts";

/** Everything a picture is made of. The same scene always gives the same bytes. */
export interface Scene {
  /** Decides the tilings: another seed cuts the same picture into other tiles. */
  readonly seed: string;
  /** What is seen, in pixels of the scene. Its size is the picture's own size unless `size` says otherwise. */
  readonly view: Box;
  /** The picture's own size in CSS pixels, when it is not that of the view. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Colour behind everything; null leaves the picture transparent. */
  readonly ground: Colour | null;
  /**
   * Colour of the line around bodies, which should be that of whatever lies behind the picture. Default: the ground.
   */
  readonly keyline?: Colour | `#${string}` | null;
  readonly field?: Field;
  /** In painting order. */
  readonly bodies: readonly Body[];
  /** Whole units per pixel in the file. Default 1.5; 2 for small tiles. */
  readonly scale?: number;
  /** Turn of the field's tiling in radians; each body turns by 0.7 more. */
  readonly rotation?: number;
  readonly light?: Light;
  /** Width of the grout between the tiles of a body, in pixels. Default 1.25. */
  readonly grout?: number;
  /** How bodies darken what lies below them. */
  readonly shadow?: { readonly x: number; readonly y: number; readonly amount: number };
  /** Leaves out the tile nearest to this place on the uppermost body there. */
  readonly missing?: Point;
  /** CSS for the groups of the file. */
  readonly style?: string;
}
