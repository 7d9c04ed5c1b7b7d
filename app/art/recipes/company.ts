import { ball, rod } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { Scene } from "../scene.ts";
import { measureDistance, plateView } from "./helpers.ts";

const medal = { x: 330, y: 292 };

/** A medal on its ribbon. */
export const awards: Scene = {
  seed: "awards",
  view: plateView,
  ground: "butter",
  field: buildSineField("butter", (place) => measureDistance(place, medal) / 17),
  bodies: [
    rod({ x: 96, y: -150 }, { x: medal.x - 30, y: 200 }, 62, "petrol"),
    rod({ x: 564, y: -150 }, { x: medal.x + 30, y: 200 }, 62, "azure"),
    ball(medal.x, medal.y, 176, "white", { pattern: "sun" }),
    ball(medal.x, medal.y, 118, "sun", { pattern: "sun" }),
  ],
};
