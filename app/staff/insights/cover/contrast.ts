/** Contrast of colours as WCAG 2.2 defines it. Colours are `#rrggbb` or bytes of a canvas. */

/** Relative luminance of a colour of sRGB, 0..1; channels 0..255. */
function computeLuminance(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function readLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return computeLuminance(red, green, blue);
}

/** The contrast of two colours, 1..21. */
export function computeContrast(one: string, other: string): number {
  const [first, second] = [readLuminance(one), readLuminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * How `ink` stands out from the pixels (RGBA bytes) behind it, 1..21: the contrast that 19 of 20 of them reach, so that a
 * bright dot does not count and a bright patch does.
 */
export function measureContrast(pixels: Uint8ClampedArray, ink: string): number {
  const light = readLuminance(ink);
  const contrasts = Float64Array.from({ length: Math.floor(pixels.length / 4) }, (_, at) => {
    const ground = computeLuminance(pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0);
    return (Math.max(light, ground) + 0.05) / (Math.min(light, ground) + 0.05);
  }).toSorted();
  return contrasts[Math.floor(contrasts.length / 20)] ?? 21;
}
