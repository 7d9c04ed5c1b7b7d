import { ball, tube } from "../bodies.ts";
import { waveField } from "../field.ts";
import type { Scene } from "../scene.ts";
import { traceSine } from "./helpers.ts";

/** Width of a window and of the gap behind which the picture runs on, in pixels. */
const windowWidth = 300;
const gap = 18;

const period = 1260;

/** One of five windows (0..4) onto a scene of 1572 x 480: two streams and five bodies. */
export function e5Scene(index: number): Scene {
  return {
    seed: "e5",
    view: { x: index * (windowWidth + gap), y: 0, width: windowWidth, height: 480 },
    ground: [0.25, 0.044, 214],
    field: waveField(
      [
        [0.42, 0.078, 216],
        [0.375, 0.066, 216],
      ],
      ({ x, y }) => (y + 30 * Math.sin(x / 120)) / 19,
      { centre: { x: 786, y: 240 } },
    ),
    bodies: [
      tube(traceSine({ y: 318, amplitude: 84, period, lowest: 18, from: -90, to: 1662 }), 30, "petrol", { edge: 17 }),
      tube(traceSine({ y: 250, amplitude: 104, period, lowest: 496, from: -90, to: 1662 }), 56, "sun"),
      ball(168, 338, 62, "gold", { edge: 18 }),
      ball(492, 132, 74, "leaf", { edge: 18 }),
      ball(776, 394, 58, "white", { edge: 18 }),
      ball(1096, 176, 70, "azure", { edge: 18 }),
      ball(1448, 330, 66, "rose", { edge: 18 }),
    ],
  };
}
