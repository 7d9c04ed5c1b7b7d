/** Ticks of an axis that begins at zero: round numbers, at most five steps, the last at or above `max`. */
export function listTicks(max: number): number[] {
  const rough = max / 5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** `share` of 1 as an SVG length. */
export function toPercent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
