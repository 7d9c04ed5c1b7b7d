import { ball, type Body, type BodyOptions } from "../bodies.ts";
import { sampleRamp } from "../colour.ts";
import type { Ramp } from "../colour.ts";
import { snapSize } from "../field.ts";
import type { Field } from "../field.ts";
import type { Box, Point } from "../geometry.ts";
import { palette, type RampName } from "../palette.ts";
import type { Light } from "../relief.ts";
import type { Scene } from "../scene.ts";
import { measureDistance } from "./helpers.ts";

export type Theme = "light" | "dark";

/** Colours of the page behind the hero, for the lines around bodies. */
const pages = { light: "#ffffff", dark: "#02161b" } as const;

const { abyss, petrol, lagoon } = palette;
const halos: Readonly<Record<Theme, Ramp>> = {
  light: [
    [0, abyss],
    [0.45, petrol],
    [1, lagoon],
  ],
  dark: [
    [0, [0.52, 0.085, 222]],
    [0.45, lagoon],
    [1, [0.33, 0.055, 213]],
  ],
};

const lowSun: Light = [-0.62, -0.62, 0.5];

/** Rises and fades in once, one group after the other; 48 units are 24 pixels. */
const style =
  "@media (prefers-reduced-motion:no-preference){g{animation:r 1s cubic-bezier(.2,.7,.1,1) both}.sun{animation-delay:80ms}" +
  ".satellites{animation-delay:.16s}@keyframes r{from{opacity:0;transform:translateY(48px)}}}";

interface Halo {
  readonly centre: Point;
  readonly radius: number;
  readonly edge: number;
  /** How far apart its ripples are: pixels per radian. */
  readonly ripple: number;
  readonly ramp: Ramp;
  /** How far the field reaches beyond the sun in a direction (a unit vector), in pixels. */
  readonly reach: (direction: Point) => number;
  readonly shadow: number;
}

/** The field around a sun: large tiles at its rim, which get smaller outwards in ripples. */
function buildHaloField({ centre, radius, edge, ripple, ramp, reach, shadow }: Halo): Field {
  function measure(place: Point): { readonly out: number; readonly share: number } {
    const distance = measureDistance(place, centre);
    const direction = { x: (place.x - centre.x) / distance, y: (place.y - centre.y) / distance };
    const out = Math.max(0, distance - radius);
    return { out, share: out / reach(direction) };
  }
  return {
    edge,
    centre,
    pattern: "sun",
    minimum: 0.1,
    shadow,
    size(place) {
      const { out, share } = measure(place);
      return share >= 1
        ? 0
        : snapSize(Math.min(0.94, (1 - share) ** 0.8 * (0.22 + 0.78 * (0.5 + 0.5 * Math.cos(out / ripple)))));
    },
    colour: (place) => sampleRamp(ramp, measure(place).share),
  };
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

interface HeroLayout {
  readonly view: Box;
  readonly sun: Ball & { readonly swell: number };
  readonly shadow: Point;
  readonly halo: Pick<Halo, "edge" | "ripple" | "reach">;
  /** In the order azure, rose, petrol (leaf in the dark theme) and white. */
  readonly satellites: readonly [Ball, Ball, Ball, Ball];
}

interface Ball {
  readonly at: Point;
  readonly radius: number;
  readonly edge: number;
}

/** The picture at the top of the home page, by the width of the window. */
const layouts = {
  /** Its left half is empty, for the headline. */
  desktop: {
    view: { x: 0, y: 0, width: 1440, height: 900 },
    sun: { at: { x: 1142, y: 470 }, radius: 378, edge: 23, swell: 0.84 },
    shadow: { x: 20, y: 26 },
    halo: { edge: 23, ripple: 29, reach: ({ x }) => 84 + 436 * ease((1 + x) / 2) },
    satellites: [
      { at: { x: 790, y: 722 }, radius: 70, edge: 15 },
      { at: { x: 1322, y: 748 }, radius: 88, edge: 15 },
      { at: { x: 846, y: 170 }, radius: 38, edge: 12 },
      { at: { x: 1322, y: 214 }, radius: 52, edge: 15 },
    ],
  },
  /** Below the headline. The right edge of the window cuts off the sun. */
  tablet: {
    view: { x: 0, y: 0, width: 768, height: 540 },
    sun: { at: { x: 552, y: 296 }, radius: 232, edge: 18, swell: 0.83 },
    shadow: { x: 13, y: 17 },
    halo: {
      edge: 17,
      ripple: 24,
      // Short above, where the words are, and at the left; long to the edges of the window below and at the right.
      reach: ({ x, y }) => 70 + 130 * ease((1 + y) / 2) + 60 * ease((1 + x) / 2) * ease((1 + y) / 2),
    },
    satellites: [
      { at: { x: 324, y: 446 }, radius: 46, edge: 12 },
      { at: { x: 686, y: 466 }, radius: 56, edge: 13 },
      { at: { x: 366, y: 110 }, radius: 25, edge: 9 },
      { at: { x: 688, y: 124 }, radius: 35, edge: 11 },
    ],
  },
  /** Below the headline. */
  mobile: {
    view: { x: 0, y: 0, width: 390, height: 430 },
    sun: { at: { x: 212, y: 244 }, radius: 164, edge: 16, swell: 0.82 },
    shadow: { x: 10, y: 13 },
    halo: { edge: 15, ripple: 22, reach: ({ y }) => 74 + 150 * ease((1 + y) / 2) },
    satellites: [
      { at: { x: 60, y: 342 }, radius: 34, edge: 11 },
      { at: { x: 306, y: 372 }, radius: 44, edge: 12 },
      { at: { x: 84, y: 110 }, radius: 19, edge: 8 },
      { at: { x: 316, y: 118 }, radius: 27, edge: 10 },
    ],
  },
} as const satisfies Record<string, HeroLayout>;

/** The home page's hero: a sun in a halo, with four satellites. */
export function buildHeroScene(layout: keyof typeof layouts, theme: Theme): Scene {
  const { view, sun, shadow, halo, satellites }: HeroLayout = layouts[layout];
  const ramps = ["azure", "rose", theme === "dark" ? "leaf" : "petrol", "white"] as const;
  return {
    seed: "hero",
    view,
    ground: null,
    keyline: pages[theme],
    scale: 2,
    grout: 1.5,
    light: lowSun,
    style,
    rotation: -Math.PI / 2,
    shadow: { ...shadow, amount: 0.15 },
    field: buildHaloField({
      ...halo,
      centre: sun.at,
      radius: sun.radius,
      ramp: halos[theme],
      shadow: theme === "dark" ? 0.1 : 0,
    }),
    bodies: [
      placeBall(sun, "sun", { swell: sun.swell, pattern: "sun", group: "sun", bare: true }),
      ...satellites.map((satellite, index) => placeBall(satellite, ramps[index] ?? "white", { group: "satellites" })),
    ],
  };
}

function placeBall({ at, radius, edge }: Ball, ramp: RampName, options: BodyOptions): Body {
  return ball(at.x, at.y, radius, ramp, { edge, ...options });
}

/** Colours of the rising sun: from butter at its top to ember at its foot. */
const dawn: Ramp = [
  [0, palette.butter],
  [0.14, palette.gold],
  [0.36, palette.amber],
  [0.64, palette.verm],
  [0.97, palette.ember],
  [1, palette.ember],
];

function buildHorizon(view: Scene["view"], centre: Point, radius: number, edge: number, reach: number): Scene {
  const top = centre.y - radius;
  return {
    seed: "horizon",
    view,
    ground: null,
    keyline: null,
    scale: 2,
    rotation: -Math.PI / 2,
    grout: 1.5,
    field: buildHaloField({
      centre,
      radius,
      edge: edge * 0.85,
      ripple: 27,
      ramp: halos.dark,
      reach: () => reach,
      shadow: 0,
    }),
    bodies: [
      ball(centre.x, centre.y, radius, dawn, {
        edge,
        swell: 0.5,
        pattern: "sun",
        bare: true,
        grout: [0.44, 0.15, 28],
        shade: ({ x, y }) => 0.06 + (0.8 * (y - top)) / (view.height - top) + (0.34 * (x - centre.x)) / view.width,
      }),
    ],
  };
}

/** The sun rising over the footer; its lower edge meets the footer. */
export const horizon: Scene = buildHorizon(
  { x: 0, y: 0, width: 1440, height: 600 },
  { x: 720, y: 1395 },
  1180,
  27,
  190,
);
export const horizonMobile: Scene = buildHorizon(
  { x: 0, y: 0, width: 390, height: 320 },
  { x: 195, y: 670 },
  560,
  17,
  96,
);
