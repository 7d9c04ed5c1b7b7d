import { ball, rod } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { FieldTone } from "../field.ts";
import type { RampName } from "../palette.ts";
import type { Point } from "../geometry.ts";
import { createRandom, pickFrom } from "../random.ts";
import type { Scene } from "../scene.ts";
import { measureDistance } from "./helpers.ts";

const grounds = ["haze", "blush", "butter", "mint", "peach", "ice"] as const satisfies readonly FieldTone[];
const coats: readonly RampName[] = ["petrol", "sun", "azure", "leaf", "verm", "petrol"];
const faces: Readonly<Partial<Record<RampName, readonly RampName[]>>> = {
  petrol: ["gold", "rose", "sun", "sky", "white"],
  sun: ["white", "sky", "petrol", "rose"],
  azure: ["gold", "rose", "sun", "white"],
  leaf: ["gold", "rose", "white", "sun"],
  verm: ["sky", "white", "gold", "petrol"],
};

/** A drawing in place of a photograph, 320 x 400. The same name always gives the same drawing. */
export function buildPortraitScene(name: string): Scene {
  const random = createRandom(`portrait of ${name}`);
  const ground = pickFrom(grounds, random());
  const coat = pickFrom(coats, random());
  const face = pickFrom<RampName>(faces[coat] ?? ["gold"], random());
  const broad = random() < 0.5;
  const lean = Math.round(random() * 20 - 10);
  const head = { x: 160 + Math.round(lean * 0.6), y: broad ? 226 : 182 };
  const phases: readonly ((place: Point) => number)[] = [
    (place) => measureDistance(place, head) / 17,
    ({ x, y }) => (x * 0.35 + y) / 19,
    ({ x, y }) => (x * 0.8 - y) / 22,
  ];
  const phase = pickFrom(phases, random());
  const radius = 64 + Math.round(random() * 10);
  return {
    seed: name,
    view: { x: 0, y: 0, width: 320, height: 400 },
    ground,
    field: buildSineField(ground, phase, { centre: { x: 160, y: 200 } }),
    bodies: [
      broad
        ? rod({ x: 84 + lean, y: 396 }, { x: 236 + lean, y: 396 }, 96, coat, { edge: 19 })
        : rod({ x: 160 + lean, y: 372 }, { x: 160 + lean, y: 560 }, 118, coat, { edge: 19 }),
      ball(head.x, head.y, radius, face, { edge: 19 }),
    ],
  };
}
