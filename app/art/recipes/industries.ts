import { ball, cone, ring, rod } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { RampName } from "../palette.ts";
import type { Scene } from "../scene.ts";
import { buildTeeth, measureDistance, placeAt, plateView } from "./helpers.ts";

/** Two capsules that form a heart. */
export const healthcare: Scene = {
  seed: "healthcare",
  view: plateView,
  ground: "blush",
  field: buildSineField("blush", (place) => measureDistance(place, { x: 320, y: 250 }) / 18, {
    fade: (place) => 1.25 - measureDistance(place, { x: 320, y: 250 }) / 620,
  }),
  bodies: [
    rod({ x: 418, y: 176 }, { x: 322, y: 336 }, 100, "rose"),
    rod({ x: 222, y: 176 }, { x: 318, y: 336 }, 100, "verm"),
  ],
};

const wheel = { x: 404, y: 292 };
const pinion = { x: 104, y: 96 };

/** A gear wheel cropped by the edge, and the pinion that drives it. */
export const manufacturing: Scene = {
  seed: "manufacturing",
  view: plateView,
  ground: "butter",
  field: buildSineField("butter", ({ x, y }) => (x + y) / 25),
  bodies: [
    ...buildTeeth(wheel, 10, 7, 176, 216, 40, "petrol", { union: "wheel", edge: 18 }),
    ring(wheel.x, wheel.y, 136, 70, "petrol", { union: "wheel" }),
    ball(wheel.x, wheel.y, 42, "gold", { pattern: "sun", edge: 16 }),
    ...buildTeeth(pinion, 10, 17, 92, 114, 25, "verm", { union: "pinion", edge: 15 }),
    ring(pinion.x, pinion.y, 74, 44, "verm", { union: "pinion", edge: 18 }),
  ],
};

const columns: readonly (readonly [top: number, ramp: RampName])[] = [
  [366, "sky"],
  [304, "azure"],
  [262, "azure"],
  [190, "petrol"],
  [128, "petrol"],
];

/** Rising columns under a sun. */
export const finserv: Scene = {
  seed: "finserv",
  view: plateView,
  ground: "mint",
  field: buildSineField("mint", ({ x, y }) => (y + x / 2) / 20),
  bodies: [
    ...columns.map(([top, ramp], index): Body =>
      rod({ x: 74 + 123 * index, y: 680 }, { x: 74 + 123 * index, y: top }, 54, ramp),
    ),
    ball(197, 128, 84, "sun", { pattern: "sun" }),
  ],
};

const hub = { x: 392, y: 214 };

/** A wind turbine before the sun. */
export const renewableEnergy: Scene = {
  seed: "renewable-energy",
  view: plateView,
  ground: "haze",
  field: buildSineField("haze", ({ x, y }) => (y + 26 * Math.sin(x / 95)) / 19),
  bodies: [
    ball(286, 268, 196, "sun", { pattern: "sun" }),
    ...[-69, 51, 171].map((degrees) =>
      cone(placeAt(hub, degrees, 40), placeAt(hub, degrees, 400), 40, 0.32, "white", { edge: 19 }),
    ),
    ball(hub.x, hub.y, 38, "petrol", { pattern: "sun", edge: 15 }),
  ],
};

function buildCapsule(x: number, y: number, half: number, radius: number, ramp: RampName, split: RampName): Body {
  return rod(placeAt({ x, y }, 144, half), placeAt({ x, y }, -36, half), radius, ramp, { split });
}

/** Two-tone capsules on a diagonal. */
export const pharmaceutical: Scene = {
  seed: "pharmaceutical",
  view: plateView,
  ground: "peach",
  field: buildSineField("peach", ({ x, y }) => (0.81 * x + 0.59 * y) / 24),
  bodies: [
    buildCapsule(92, 74, 110, 70, "petrol", "sky"),
    buildCapsule(338, 250, 142, 98, "verm", "white"),
    buildCapsule(584, 426, 120, 70, "petrol", "gold"),
  ],
};

const source = { x: 320, y: 500 };
const signalRings: readonly (readonly [reach: number, ramp: RampName])[] = [
  [434, "rose"],
  [342, "verm"],
  [250, "sun"],
  [158, "gold"],
];

/** Rings spreading from a source, like a signal. */
export const technology: Scene = {
  seed: "technology",
  view: plateView,
  ground: "petrol",
  field: buildSineField("petrol", (place) => measureDistance(place, source) / 14.6),
  bodies: [
    ...signalRings.map(([reach, ramp]) => ring(source.x, source.y, reach, 38, ramp, { edge: 20 })),
    ball(source.x, source.y, 86, "white", { pattern: "sun" }),
  ],
};
