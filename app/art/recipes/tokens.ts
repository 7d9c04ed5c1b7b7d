import { ball, box, ring, rod, tube } from "../bodies.ts";
import type { Body } from "../bodies.ts";
import type { RampName } from "../palette.ts";
import type { Scene } from "../scene.ts";
import type { Theme } from "./hero.ts";
import { placeAt, traceEllipse, traceSine } from "./helpers.ts";

const middle = { x: 100, y: 100 };
const edge = 11;

/** The motifs of the tokens by slug. Each has one sun; everything else takes the ramp it is given. */
const motifs = {
  "artificial-intelligence": (ramp: RampName) => [
    ring(100, 100, 72, 7, ramp, { edge: 9 }),
    ...Array.from({ length: 5 }, function placeBall(_, index) {
      const at = placeAt(middle, -90 + 72 * index, 72);
      return ball(at.x, at.y, index % 2 === 0 ? 22 : 18, ramp, { edge: 10 });
    }),
    ball(100, 100, 40, "sun", { pattern: "sun", edge: 12 }),
  ],
  "data-analytics": (ramp: RampName) =>
    [47, 100, 153].map((y, index) =>
      tube(
        traceSine({ y, amplitude: 13, period: 150, lowest: 62, from: 25, to: 175 }),
        18,
        index === 1 ? "sun" : ramp,
        { edge },
      ),
    ),
  "cloud-engineering": (ramp: RampName) => [
    ball(148, 66, 34, "sun", { pattern: "sun", edge }),
    ball(52, 122, 38, ramp, { edge: 12, union: "cloud" }),
    ball(146, 120, 42, ramp, { edge: 12, union: "cloud" }),
    ball(94, 98, 54, ramp, { edge: 13, union: "cloud" }),
    rod({ x: 46, y: 140 }, { x: 156, y: 140 }, 24, ramp, { edge: 12, union: "cloud" }),
  ],
  "application-lifecycle": (ramp: RampName) =>
    [
      [56, 56],
      [144, 56],
      [56, 144],
      [144, 144],
    ].map(([x = 0, y = 0], index) => box(x, y, 18, 20, index === 1 ? "sun" : ramp, { edge: 12 })),
  platforms: (ramp: RampName) => [
    ring(72, 100, 48, 20, ramp, { edge: 12 }),
    ring(128, 100, 48, 20, "sun", { edge: 12 }),
    ring(72, 100, 48, 20, ramp, { edge: 12, over: { index: 0, covers: ({ x, y }) => y > 100 && x > 48 } }),
  ],
  "infrastructure-security": (ramp: RampName) => [
    rod({ x: 44, y: 40 }, { x: 126, y: 40 }, 25, ramp, { edge: 12 }),
    rod({ x: 74, y: 100 }, { x: 168, y: 100 }, 25, "sun", { edge: 12 }),
    rod({ x: 32, y: 160 }, { x: 136, y: 160 }, 25, ramp, { edge: 12 }),
  ],
  gcc: (ramp: RampName) => [
    tube(traceEllipse(middle, 86, 36, -24), 9, "sun", { edge: 9 }),
    ball(100, 100, 56, ramp, { pattern: "sun", edge: 13 }),
    tube(traceEllipse(middle, 86, 36, -24), 9, "sun", {
      edge: 9,
      over: { index: 0, covers: ({ x, y }) => (x - 100) * Math.sin(0.419) + (y - 100) * Math.cos(0.419) > 0 },
    }),
  ],
} as const satisfies Record<string, (ramp: RampName) => Body[]>;

export type TokenName = keyof typeof motifs;

export const tokenNames = Object.keys(motifs) as TokenName[];

/** A small transparent picture for a service, 200 x 200. */
export function buildTokenScene(name: TokenName, theme: Theme): Scene {
  return {
    seed: `token-${name}`,
    view: { x: 0, y: 0, width: 200, height: 200 },
    ground: null,
    scale: 2,
    grout: 1,
    shadow: { x: 8, y: 10, amount: 0.1 },
    bodies: motifs[name](theme === "dark" ? "azure" : "petrol"),
  };
}
