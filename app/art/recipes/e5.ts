import { ball, tube } from "../bodies.ts";
import { buildSineField } from "../field.ts";
import type { Scene } from "../scene.ts";
import { traceSine } from "./helpers.ts";

/** Widths in pixels of a window and of the gap between two. The picture continues behind the gap. */
const windowWidth = 300;
const gap = 18;

/**
 * Width of five windows with their gaps. The tubes repeat after it, so that the picture continues from the last window
 * to the first one.
 */
const period = 5 * (windowWidth + gap);
/** Where the tubes begin and end: outside the view, a whole number of windows away. */
const beyond = { from: -(windowWidth + gap), to: 6 * (windowWidth + gap) };

/** Colours of the tiles between the bodies. */
const tones = [
  [0.42, 0.078, 216],
  [0.375, 0.066, 216],
] as const;

/** The whole picture: 1572 x 480, two streams and five bodies, one in each window. */
export const e5Wide: Scene = {
  seed: "e5",
  view: { x: 0, y: 0, width: 5 * windowWidth + 4 * gap, height: 480 },
  ground: [0.25, 0.044, 214],
  field: buildSineField(tones, ({ x, y }) => (y + 30 * Math.sin((x / period) * 4 * Math.PI)) / 19, {
    centre: { x: 786, y: 240 },
  }),
  bodies: [
    tube(traceSine({ y: 318, amplitude: 84, period, lowest: 18, ...beyond }), 30, "petrol", { edge: 17 }),
    tube(traceSine({ y: 250, amplitude: 104, period, lowest: 496, ...beyond }), 56, "sun"),
    ball(168, 338, 62, "gold", { edge: 18 }),
    ball(492, 132, 74, "leaf", { edge: 18 }),
    ball(776, 394, 58, "white", { edge: 18 }),
    ball(1096, 176, 70, "azure", { edge: 18 }),
    ball(1448, 330, 66, "rose", { edge: 18 }),
  ],
};

/** One of five windows (0..4) onto the whole picture. */
export function buildE5Scene(index: number): Scene {
  return { ...e5Wide, view: { x: index * (windowWidth + gap), y: 0, width: windowWidth, height: 480 } };
}

/** The whole picture for narrow screens, 780 x 340: fewer and larger tiles. */
export const e5Narrow: Scene = {
  ...e5Wide,
  view: { x: 0, y: 0, width: 780, height: 340 },
  field: buildSineField(tones, ({ x, y }) => (y + 26 * Math.sin(x / 90)) / 23, {
    centre: { x: 390, y: 170 },
    edge: 25,
  }),
  bodies: [
    tube(traceSine({ y: 226, amplitude: 52, period: 625, lowest: 9, from: -90, to: 870 }), 24, "petrol", { edge: 20 }),
    tube(traceSine({ y: 178, amplitude: 70, period: 625, lowest: 246, from: -90, to: 870 }), 44, "sun", { edge: 23 }),
    ball(78, 246, 48, "gold", { edge: 21 }),
    ball(240, 92, 56, "leaf", { edge: 21 }),
    ball(390, 282, 44, "white", { edge: 21 }),
    ball(548, 116, 54, "azure", { edge: 21 }),
    ball(716, 236, 50, "rose", { edge: 21 }),
  ],
};
