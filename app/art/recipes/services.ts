import { arc, ball, box, ring, rod, tube } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { RampName } from "../palette.ts";
import type { Scene } from "../scene.ts";
import { measureDistance, placeAt, plateView, traceEllipse, traceSine } from "./helpers.ts";

const orbit = { x: 320, y: 246 };
const planets: readonly (readonly [radius: number, ramp: RampName])[] = [
  [44, "azure"],
  [58, "gold"],
  [38, "rose"],
  [66, "white"],
  [48, "petrol"],
];

/** Five bodies on one orbit around a sun. */
export const artificialIntelligence: Scene = {
  seed: "artificial-intelligence",
  view: plateView,
  ground: "abyss",
  field: buildSineField(
    "abyss",
    (place) => measureDistance(place, orbit) / 15 + 5 * Math.atan2(place.y - orbit.y, place.x - orbit.x),
  ),
  bodies: [
    ring(orbit.x, orbit.y, 172, 11, "petrol", { edge: 10 }),
    ...planets.map(function placePlanet([radius, ramp], index) {
      const at = placeAt(orbit, -78.5 + 72 * index, 172);
      return ball(at.x, at.y, radius, ramp, { edge: 17 });
    }),
    ball(orbit.x, orbit.y, 104, "sun", { pattern: "sun" }),
  ],
};

/** A cloud on a firm base, the sun behind it. */
export const cloudEngineering: Scene = {
  seed: "cloud-engineering",
  view: plateView,
  ground: "haze",
  field: buildSineField("haze", ({ x, y }) => (y + 20 * Math.sin(x / 80)) / 21),
  bodies: [
    ball(498, 150, 92, "sun", { pattern: "sun" }),
    ball(196, 336, 96, "white"),
    ball(486, 320, 112, "white"),
    ball(322, 262, 142, "white", { pattern: "sun" }),
    rod({ x: 150, y: 400 }, { x: 530, y: 400 }, 46, "petrol"),
  ],
};

const marked: Readonly<Record<number, RampName>> = { 2: "verm", 5: "petrol", 11: "gold" };

/** A grid of parts, three of them in colour. */
export const applicationLifecycle: Scene = {
  seed: "application-lifecycle",
  view: plateView,
  ground: "ice",
  field: buildSineField("ice", () => 0, {
    size: ({ x, y }) => 0.42 - 0.15 * (Math.cos(((x - 98) / 74) * Math.PI) + Math.cos(((y - 92) / 74) * Math.PI)),
  }),
  bodies: Array.from({ length: 12 }, (_, index) =>
    box(98 + 148 * (index % 4), 92 + 148 * Math.floor(index / 4), 28, 38, marked[index] ?? "white", { edge: 19 }),
  ),
};

/** Two linked rings, each through the other. */
export const platforms: Scene = {
  seed: "platforms",
  view: plateView,
  ground: "butter",
  field: buildSineField("butter", ({ x, y }) => (x - y) / 24),
  bodies: [
    ring(190, 214, 178, 53, "petrol"),
    ring(431, 264, 178, 53, "sun"),
    // The seam lies on the line between the centres, where the second ring's hole shows it whole.
    ring(190, 214, 178, 53, "petrol", {
      over: { index: 0, covers: ({ x, y }) => x > 150 && 241 * (y - 214) > 50 * (x - 190) },
    }),
  ],
};

/** Three streams that never touch. */
export const dataAnalytics: Scene = {
  seed: "data-analytics",
  view: plateView,
  ground: "ice",
  field: buildSineField("ice", ({ x, y }) => (y + x / 2.4 + 18 * Math.sin(x / 110)) / 20),
  bodies: [
    tube(traceSine({ y: 372, amplitude: 66, period: 966, lowest: 171, from: -540, to: 1180 }), 58, "petrol"),
    tube(traceSine({ y: 236, amplitude: 100, period: 966, lowest: 45, from: -540, to: 1180 }), 48, "sun"),
    tube(traceSine({ y: 120, amplitude: 58, period: 966, lowest: -165, from: -540, to: 1180 }), 36, "sky"),
  ],
};

const lock = { x: 320, y: 244 };

/** Two open rings guarding a core; their gaps never line up. */
export const infrastructureSecurity: Scene = {
  seed: "infrastructure-security",
  view: plateView,
  ground: "mint",
  field: buildSineField("mint", (place) => measureDistance(place, lock) / 15.5),
  bodies: [
    arc(lock, 202, -4, 297.5, 34, "petrol"),
    arc(lock, 122, 189, 257, 28, "leaf", { edge: 17 }),
    ball(lock.x, lock.y, 62, "sun", { pattern: "sun" }),
  ],
};

const lines: readonly (readonly [y: number, end: number, ramp: RampName])[] = [
  [56, 500, "petrol"],
  [148, 150, "sun"],
  [240, 560, "white"],
  [332, 250, "petrol"],
  [424, 450, "azure"],
];

/** Lines running in from both sides. */
export const infrastructure: Scene = {
  seed: "infrastructure",
  view: plateView,
  ground: "abyss",
  field: buildSineField("petrol", ({ x }) => x / 23),
  bodies: lines.map(([y, end, ramp], index): Body =>
    rod({ x: index % 2 === 0 ? -460 : 1100, y }, { x: end, y }, 41, ramp),
  ),
};

const globe = { x: 306, y: 262 };

/** A globe with one orbit around it. */
export const gcc: Scene = {
  seed: "gcc",
  view: plateView,
  ground: "haze",
  field: buildSineField("haze", (place) => measureDistance(place, globe) / 17),
  bodies: [
    tube(traceEllipse(globe, 316, 128, -22), 32, "sun", { edge: 18 }),
    ball(globe.x, globe.y, 178, "petrol", { pattern: "sun", edge: 24 }),
    tube(traceEllipse(globe, 316, 128, -22), 32, "sun", {
      edge: 18,
      over: { index: 0, covers: ({ x, y }) => (x - globe.x) * Math.sin(0.384) + (y - globe.y) * Math.cos(0.384) > 0 },
    }),
    ball(548, 108, 58, "white", { edge: 17 }),
  ],
};

const joint = { x: 348, y: 236 };
const arms: readonly (readonly [degrees: number, ramp: RampName])[] = [
  [-146, "petrol"],
  [-74, "white"],
  [-2, "petrol"],
  [70, "azure"],
  [142, "white"],
];

/** Five lines from all sides that meet in one joint. */
export const microsoft: Scene = {
  seed: "microsoft",
  view: plateView,
  ground: "peach",
  field: buildSineField("peach", (place) => measureDistance(place, joint) / 16),
  bodies: [
    ...arms.map(([degrees, ramp]): Body => rod(placeAt(joint, degrees, 560), placeAt(joint, degrees, 150), 62, ramp)),
    ball(joint.x, joint.y, 122, "sun", { pattern: "sun" }),
  ],
};

const strand = { y: 240, amplitude: 112, period: 600, from: -260, to: 940 };

/** Two strands of a rope that cross over each other in turn. */
export const partners: Scene = {
  seed: "partners",
  view: plateView,
  ground: "blush",
  rotation: 0.3,
  field: buildSineField("blush", ({ x, y }) => (y - x / 3) / 19),
  bodies: [
    tube(traceSine({ ...strand, lowest: 40 }), 60, "petrol", { edge: 22 }),
    tube(traceSine({ ...strand, lowest: 340 }), 60, "sun", { edge: 22 }),
    tube(traceSine({ ...strand, lowest: 40 }), 60, "petrol", {
      edge: 22,
      over: { index: 0, covers: ({ x }) => Math.cos(((x - 190) / 600) * 2 * Math.PI) > 0 },
    }),
  ],
};
