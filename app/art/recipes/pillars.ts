import { ball, box, ring, rod } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { Box } from "../geometry.ts";
import type { RampName } from "../palette.ts";
import type { Scene } from "../scene.ts";
import { measureDistance, placeAt } from "./helpers.ts";

const view: Box = { x: 0, y: 0, width: 520, height: 460 };
const middle = { x: 260, y: 230 };
const orbit = { x: 260, y: 226 };
const planets: readonly (readonly [radius: number, ramp: RampName])[] = [
  [34, "azure"],
  [46, "gold"],
  [38, "rose"],
  [52, "white"],
  [38, "petrol"],
];

const ai: Scene = {
  seed: "pillar-ai",
  view,
  ground: "abyss",
  field: buildSineField(
    "abyss",
    (place) => measureDistance(place, orbit) / 15 + 5 * Math.atan2(place.y - orbit.y, place.x - orbit.x),
    { centre: middle },
  ),
  bodies: [
    ring(orbit.x, orbit.y, 128, 9, "petrol", { edge: 9 }),
    ...planets.map(function placePlanet([radius, ramp], index) {
      const at = placeAt(orbit, -77.5 + 72 * index, 128);
      return ball(at.x, at.y, radius, ramp, { edge: 16 });
    }),
    ball(orbit.x, orbit.y, 80, "sun", { pattern: "sun", edge: 19 }),
  ],
};

const cloud: Scene = {
  seed: "pillar-cloud",
  view,
  ground: "haze",
  field: buildSineField("haze", ({ x, y }) => (y + 20 * Math.sin(x / 80)) / 21, { centre: middle }),
  bodies: [
    ball(352, 116, 62, "sun", { pattern: "sun", edge: 19 }),
    ball(166, 262, 66, "white"),
    ball(352, 252, 74, "white"),
    ball(250, 208, 98, "white", { pattern: "sun" }),
    rod({ x: 132, y: 316 }, { x: 386, y: 316 }, 34, "petrol", { edge: 18 }),
    rod({ x: 190, y: 400 }, { x: 330, y: 400 }, 24, "azure", { edge: 15 }),
  ],
};

const marked: Readonly<Record<number, RampName>> = { 1: "sun", 3: "petrol", 8: "gold" };

const applications: Scene = {
  seed: "pillar-applications",
  view,
  ground: "mint",
  field: buildSineField("mint", () => 0, {
    centre: middle,
    size: ({ x, y }) => 0.42 - 0.15 * (Math.cos(((x - 20) / 60) * Math.PI) + Math.cos(((y - 106) / 60) * Math.PI)),
  }),
  bodies: Array.from({ length: 9 }, (_, index) =>
    box(140 + 120 * (index % 3), 106 + 120 * Math.floor(index / 3), 22, 32, marked[index] ?? "white", { edge: 18 }),
  ),
};

const lines: readonly (readonly [y: number, end: number, ramp: RampName])[] = [
  [62, 330, "azure"],
  [146, 186, "sun"],
  [230, 366, "white"],
  [314, 150, "azure"],
  [398, 300, "gold"],
];

const infrastructure: Scene = {
  seed: "pillar-infrastructure",
  view,
  ground: "petrol",
  field: buildSineField("petrol", ({ x }) => x / 23, { centre: middle }),
  bodies: lines.map(([y, end, ramp], index): Body =>
    rod({ x: index % 2 === 0 ? -60 : 620, y }, { x: end, y }, 34, ramp, { edge: 19 }),
  ),
};

/** The four panels below the hero, 520 x 460, each on its own ground. */
export const pillarScenes = { ai, cloud, applications, infrastructure } as const satisfies Record<string, Scene>;
