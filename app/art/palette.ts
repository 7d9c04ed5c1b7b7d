import type { Lch, Ramp } from "./colour.ts";

/** The colours of the imagery in OKLCH. Grounds and ramps are made of these. */
export const palette = {
  gold: [0.845, 0.155, 85],
  amber: [0.765, 0.165, 67],
  verm: [0.65, 0.208, 34],
  ember: [0.525, 0.178, 30],
  oxide: [0.37, 0.12, 27],
  coral: [0.755, 0.138, 30],
  rose: [0.86, 0.075, 14],
  blush: [0.94, 0.026, 24],
  sky: [0.85, 0.068, 222],
  azure: [0.69, 0.118, 234],
  cobalt: [0.5, 0.142, 248],
  lagoon: [0.41, 0.068, 213],
  petrol: [0.295, 0.05, 213],
  abyss: [0.215, 0.036, 215],
  ice: [0.945, 0.02, 218],
  white: [0.99, 0.003, 200],
  silver: [0.86, 0.018, 215],
  leaf: [0.64, 0.125, 158],
  pine: [0.46, 0.092, 165],
  moss: [0.33, 0.06, 170],
  mint: [0.93, 0.04, 165],
  butter: [0.935, 0.06, 92],
  peach: [0.9, 0.05, 40],
  haze: [0.905, 0.038, 222],
} as const satisfies Record<string, Lch>;

export type PaletteName = keyof typeof palette;

const { gold, amber, verm, ember, oxide, coral, rose, blush, sky, azure, cobalt } = palette;
const { lagoon, petrol, abyss, ice, white, silver, leaf, pine, moss, butter } = palette;

/** From the lit side of a body to its shaded side. */
export const ramps = {
  sun: [
    [0, gold],
    [0.28, amber],
    [0.56, verm],
    [0.82, ember],
    [1, oxide],
  ],
  verm: [
    [0, coral],
    [0.3, verm],
    [0.7, ember],
    [1, oxide],
  ],
  gold: [
    [0, butter],
    [0.28, gold],
    [0.68, amber],
    [1, [0.6, 0.15, 50]],
  ],
  white: [
    [0, white],
    [0.4, white],
    [0.7, ice],
    [1, silver],
  ],
  petrol: [
    [0, [0.53, 0.08, 212]],
    [0.38, lagoon],
    [0.72, petrol],
    [1, abyss],
  ],
  azure: [
    [0, sky],
    [0.4, azure],
    [0.75, cobalt],
    [1, [0.36, 0.1, 245]],
  ],
  sky: [
    [0, ice],
    [0.4, sky],
    [0.8, azure],
    [1, cobalt],
  ],
  leaf: [
    [0, [0.85, 0.09, 163]],
    [0.35, leaf],
    [0.72, pine],
    [1, moss],
  ],
  rose: [
    [0, blush],
    [0.4, rose],
    [0.72, [0.79, 0.115, 20]],
    [1, [0.68, 0.15, 24]],
  ],
} as const satisfies Record<string, Ramp>;

export type RampName = keyof typeof ramps;
