import { ball, tube } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import { computeEdge } from "../facets.ts";
import { buildSineField } from "../field.ts";
import type { RampName } from "../palette.ts";
import type { Scene } from "../scene.ts";
import { traceSine } from "./helpers.ts";
import * as industries from "./industries.ts";
import * as services from "./services.ts";

/** Three streams across the head of an article, 1440 x 520. */
export const coverStreams: Scene = {
  seed: "cover-wave",
  scale: 1,
  view: { x: 0, y: 0, width: 1440, height: 520 },
  ground: "ice",
  field: buildSineField("ice", ({ x, y }) => (y + x / 2.6 + 22 * Math.sin(x / 120)) / 21, {
    centre: { x: 720, y: 260 },
    edge: 22,
  }),
  bodies: [
    tube(traceSine({ y: 392, amplitude: 62, period: 1240, lowest: 960, from: -80, to: 1520 }), 58, "petrol", {
      edge: 22,
    }),
    tube(traceSine({ y: 150, amplitude: 54, period: 1200, lowest: 20, from: -80, to: 1520 }), 40, "sky", { edge: 20 }),
    tube(traceSine({ y: 262, amplitude: 104, period: 1240, lowest: 200, from: -80, to: 1520 }), 52, "sun", {
      edge: 22,
    }),
  ],
};

/** The same streams for narrow screens, 780 x 300: fewer and larger tiles. */
export const coverStreamsNarrow: Scene = {
  ...coverStreams,
  view: { x: 0, y: 0, width: 780, height: 300 },
  field: buildSineField("ice", ({ x, y }) => (y + x / 2.6 + 22 * Math.sin(x / 90)) / 25, {
    centre: { x: 390, y: 150 },
    edge: 27,
  }),
  bodies: [
    tube(traceSine({ y: 232, amplitude: 38, period: 670, lowest: 520, from: -80, to: 860 }), 44, "petrol", {
      edge: 26,
    }),
    tube(traceSine({ y: 78, amplitude: 34, period: 650, lowest: 10, from: -80, to: 860 }), 31, "sky", { edge: 24 }),
    tube(traceSine({ y: 150, amplitude: 66, period: 670, lowest: 108, from: -80, to: 860 }), 42, "sun", { edge: 26 }),
  ],
};

/** A big sun with exactly one tile missing, for the not-found page. */
export const missingPlate: Scene = {
  seed: "missing",
  view: { x: 0, y: 0, width: 640, height: 480 },
  ground: "ice",
  field: buildSineField("ice", ({ x, y }) => Math.hypot(x - 360, y - 330) / 18),
  bodies: [ball(360, 330, 262, "sun", { pattern: "sun", edge: 32, swell: 0.84 })],
  missing: { x: 374, y: 224 },
};

/** What the editor offers as an article's cover. */
export const coverMotifs = { streams: coverStreams, ...industries, ...services } as const satisfies Record<
  string,
  Scene
>;

export type CoverMotif = keyof typeof coverMotifs;

/**
 * Number of tiles of an article's cover relative to the plates'. An article also loads a font for reading, and both must
 * fit its budget.
 */
const articleDensity = 0.78;

/** What a writer chose of a cover: `density` is relative to what articles have. */
export interface ArticleCover {
  readonly motif: CoverMotif;
  readonly seed: string;
  readonly lead: RampName | null;
  readonly density?: number;
}

/** The scene of an article's cover in one size. */
export function buildArticleCover(
  { motif, seed, lead, density = 1 }: ArticleCover,
  size: { readonly width: number; readonly height: number },
): Scene {
  const tiles = Math.min(1.8, Math.max(0.6, density * articleDensity));
  return buildCoverScene({ motif, seed, ...(lead && { lead }), density: tiles, ...size });
}

export interface CoverOptions {
  readonly motif: CoverMotif;
  /** Any text; another seed cuts the same picture into other tiles. */
  readonly seed: string;
  /** Ramp that takes the place of the motif's sun or vermilion. Default: unchanged. */
  readonly lead?: RampName;
  /** Number of tiles relative to the motif's own, 0.6..1.8. Default 1. */
  readonly density?: number;
  /** Size in CSS pixels. Default 1440 x 520. */
  readonly width?: number;
  readonly height?: number;
}

function repaint(body: Body, lead: RampName | undefined, finer: number): Body {
  const leads = body.ramp === "sun" || body.ramp === "verm";
  const edge = computeEdge(body) / finer;
  return { ...body, edge, ramp: lead && leads ? lead : body.ramp };
}

/**
 * Makes the scene of an article's cover: a motif cropped to the wanted size, in a lead colour.
 * @throws RangeError when the density or the size is out of range.
 */
export function buildCoverScene({ motif, seed, lead, density = 1, width = 1440, height = 520 }: CoverOptions): Scene {
  if (!(density >= 0.6 && density <= 1.8)) throw new RangeError("Density must be between 0.6 and 1.8");
  if (!(width >= 64 && width <= 4000 && height >= 64 && height <= 4000))
    throw new RangeError("Size must be between 64 and 4000 pixels");
  const scene: Scene = coverMotifs[motif];
  const own = scene.view;
  // The motif fills the wanted shape, cropped above and below. It is shown in its own width, or in 1300 pixels if it is
  // narrower, so that its tiles do not get too large.
  const zoom = Math.max(width / Math.max(own.width, 1300), height / own.height);
  const view = {
    x: own.x + own.width / 2 - width / zoom / 2,
    y: own.y + own.height / 2 - height / zoom / 2,
    width: width / zoom,
    height: height / zoom,
  };
  const finer = Math.sqrt(density);
  return {
    ...scene,
    seed,
    size: { width, height },
    view: {
      x: Math.round(view.x),
      y: Math.round(view.y),
      width: Math.round(view.width),
      height: Math.round(view.height),
    },
    ...(scene.field ? { field: { ...scene.field, edge: (scene.field.edge ?? 20) / finer } } : {}),
    bodies: scene.bodies.map((body) => repaint(body, lead, finer)),
  };
}
