import { palette } from "./palette.ts";
import type { PaletteName } from "./palette.ts";

/** A colour in OKLCH: lightness 0..1, chroma 0..about 0.37, hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

/** A colour by its palette name, or written out in OKLCH. */
export type Colour = PaletteName | Lch;

/** Colour stops with positions from 0 (towards the light) to 1 (away from it), in rising order. */
export type Ramp = readonly (readonly [position: number, colour: Lch])[];

/** Turns a palette name or an OKLCH colour into OKLCH. */
export function resolveColour(colour: Colour): Lch {
  return typeof colour === "string" ? palette[colour] : colour;
}

/** Blends two colours in OKLCH; the hue takes the shorter way round. `share` 0 gives the first. */
export function mixColours(first: Lch, second: Lch, share: number): Lch {
  const turn = ((second[2] - first[2] + 540) % 360) - 180;
  return [
    first[0] + (second[0] - first[0]) * share,
    first[1] + (second[1] - first[1]) * share,
    (first[2] + turn * share + 360) % 360,
  ];
}

/** Returns the colour of a ramp at a position; positions outside 0..1 give the end colours. */
export function sampleRamp(ramp: Ramp, position: number): Lch {
  let previous = ramp[0];
  if (!previous) throw new RangeError("A ramp needs at least one stop");
  for (const stop of ramp) {
    if (position <= stop[0]) {
      const span = stop[0] - previous[0];
      return span > 0 ? mixColours(previous[1], stop[1], Math.max(0, (position - previous[0]) / span)) : stop[1];
    }
    previous = stop;
  }
  return previous[1];
}

/** Makes a colour lighter (positive) or darker (negative) by an amount of OKLCH lightness. */
export function lighten(colour: Lch, amount: number): Lch {
  return [Math.min(1, Math.max(0, colour[0] + amount)), colour[1], colour[2]];
}

/** Snaps a colour to steps of 1/36 lightness, 1/40 chroma and 6 degrees, so that many tiles share one path. */
export function quantiseColour([lightness, chroma, hue]: Lch): Lch {
  return [Math.round(lightness * 36) / 36, Math.round(chroma * 40) / 40, (Math.round(hue / 6) * 6) % 360];
}

function toLinear([lightness, chroma, hue]: Lch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function fitsGamut(linear: readonly number[]): boolean {
  return linear.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function encodeChannel(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}

/**
 * Returns a colour as "#rrggbb" in sRGB. A colour sRGB cannot show keeps its lightness and hue
 * and loses chroma until it fits, because clamping the channels would shift its hue.
 */
export function toHex(colour: Lch): string {
  let linear = toLinear(colour);
  if (!fitsGamut(linear)) {
    let inside = 0;
    let outside = colour[1];
    for (let step = 0; step < 14; step += 1) {
      const middle = (inside + outside) / 2;
      if (fitsGamut(toLinear([colour[0], middle, colour[2]]))) inside = middle;
      else outside = middle;
    }
    linear = toLinear([colour[0], inside, colour[2]]);
  }
  return `#${linear.map(encodeChannel).join("")}`;
}
