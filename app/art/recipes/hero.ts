import { ball } from "../bodies.ts";
import { sampleRamp } from "../colour.ts";
import type { Ramp } from "../colour.ts";
import { snapSize } from "../field.ts";
import type { Field } from "../field.ts";
import type { Point } from "../geometry.ts";
import { palette } from "../palette.ts";
import type { Light } from "../relief.ts";
import type { Scene } from "../scene.ts";
import { measureDistance } from "./helpers.ts";

export type Theme = "light" | "dark";

/** Colours of the page behind the hero: bodies are ringed in them. */
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
  /** How far the fabric reaches beyond the sun in a direction (a unit vector), in pixels. */
  readonly reach: (direction: Point) => number;
  readonly shadow: number;
}

/** The fabric around a sun: full tiles at its rim, thinning outwards in ripples. */
function haloField({ centre, radius, edge, ripple, ramp, reach, shadow }: Halo): Field {
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

/** The home page's opening picture, 1440 x 900. Its left half stays clear for the headline. */
export function heroScene(theme: Theme): Scene {
  const centre = { x: 1142, y: 470 };
  return {
    seed: "hero",
    view: { x: 0, y: 0, width: 1440, height: 900 },
    ground: null,
    keyline: pages[theme],
    scale: 2,
    grout: 1.5,
    light: lowSun,
    style,
    rotation: -Math.PI / 2,
    shadow: { x: 20, y: 26, amount: 0.15 },
    field: haloField({
      centre,
      radius: 378,
      edge: 23,
      ripple: 29,
      ramp: halos[theme],
      shadow: theme === "dark" ? 0.1 : 0,
      reach: ({ x }) => 84 + 436 * ease((1 + x) / 2),
    }),
    bodies: [
      ball(centre.x, centre.y, 378, "sun", { edge: 23, swell: 0.84, pattern: "sun", group: "sun", bare: true }),
      ball(790, 722, 70, "azure", { edge: 15, group: "satellites" }),
      ball(1322, 748, 88, "rose", { edge: 15, group: "satellites" }),
      ball(846, 170, 38, theme === "dark" ? "leaf" : "petrol", { edge: 12, group: "satellites" }),
      ball(1322, 214, 52, "white", { edge: 15, group: "satellites" }),
    ],
  };
}

/** The same picture for narrow screens, 390 x 430, below the headline. */
export function heroMobileScene(theme: Theme): Scene {
  const centre = { x: 212, y: 244 };
  return {
    seed: "hero",
    view: { x: 0, y: 0, width: 390, height: 430 },
    ground: null,
    keyline: pages[theme],
    scale: 2,
    grout: 1.5,
    light: lowSun,
    style,
    rotation: -Math.PI / 2,
    shadow: { x: 10, y: 13, amount: 0.15 },
    field: haloField({
      centre,
      radius: 164,
      edge: 15,
      ripple: 22,
      ramp: halos[theme],
      shadow: theme === "dark" ? 0.1 : 0,
      reach: ({ y }) => 74 + 150 * ease((1 + y) / 2),
    }),
    bodies: [
      ball(centre.x, centre.y, 164, "sun", { edge: 16, swell: 0.82, pattern: "sun", group: "sun", bare: true }),
      ball(60, 342, 34, "azure", { edge: 11, group: "satellites" }),
      ball(306, 372, 44, "rose", { edge: 12, group: "satellites" }),
      ball(84, 110, 19, theme === "dark" ? "leaf" : "petrol", { edge: 8, group: "satellites" }),
      ball(316, 118, 27, "white", { edge: 10, group: "satellites" }),
    ],
  };
}

/** The same picture between the two, 768 x 540, below the headline: the sun runs off at the right. */
export function heroTabletScene(theme: Theme): Scene {
  const centre = { x: 552, y: 296 };
  return {
    seed: "hero",
    view: { x: 0, y: 0, width: 768, height: 540 },
    ground: null,
    keyline: pages[theme],
    scale: 2,
    grout: 1.5,
    light: lowSun,
    style,
    rotation: -Math.PI / 2,
    shadow: { x: 13, y: 17, amount: 0.15 },
    field: haloField({
      centre,
      radius: 232,
      edge: 17,
      ripple: 24,
      ramp: halos[theme],
      shadow: theme === "dark" ? 0.1 : 0,
      // Short upwards, where words stand, and to the left; long to the edges of the window below and at the right.
      reach: ({ x, y }) => 70 + 130 * ease((1 + y) / 2) + 60 * ease((1 + x) / 2) * ease((1 + y) / 2),
    }),
    bodies: [
      ball(centre.x, centre.y, 232, "sun", { edge: 18, swell: 0.83, pattern: "sun", group: "sun", bare: true }),
      ball(324, 446, 46, "azure", { edge: 12, group: "satellites" }),
      ball(686, 466, 56, "rose", { edge: 13, group: "satellites" }),
      ball(366, 110, 25, theme === "dark" ? "leaf" : "petrol", { edge: 9, group: "satellites" }),
      ball(688, 124, 35, "white", { edge: 11, group: "satellites" }),
    ],
  };
}

/** The sun seen low: by height from butter to ember, a little darker away from the light. */
const dawn: Ramp = [
  [0, palette.butter],
  [0.14, palette.gold],
  [0.36, palette.amber],
  [0.64, palette.verm],
  [0.97, palette.ember],
  [1, palette.ember],
];

function makeHorizon(view: Scene["view"], centre: Point, radius: number, edge: number, reach: number): Scene {
  const top = centre.y - radius;
  return {
    seed: "horizon",
    view,
    ground: null,
    keyline: null,
    scale: 2,
    rotation: -Math.PI / 2,
    grout: 1.5,
    field: haloField({
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
export const horizon: Scene = makeHorizon({ x: 0, y: 0, width: 1440, height: 600 }, { x: 720, y: 1395 }, 1180, 27, 190);
export const horizonMobile: Scene = makeHorizon(
  { x: 0, y: 0, width: 390, height: 320 },
  { x: 195, y: 670 },
  560,
  17,
  96,
);
