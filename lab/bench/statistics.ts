/** What a list of measurements comes to. */
export interface Spread {
  median: number;
  /** First and third quartile: half of the measurements lie between them. */
  low: number;
  high: number;
}

/**
 * The value below which `share` (0 to 1) of `values` lie, between two values in proportion.
 * @throws {RangeError} for an empty list
 */
export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new RangeError("There is no percentile of no values.");
  return below + (above - below) * (place - Math.floor(place));
}

export function computeSpread(values: readonly number[]): Spread {
  return {
    median: computePercentile(values, 0.5),
    low: computePercentile(values, 0.25),
    high: computePercentile(values, 0.75),
  };
}

/** How many times `base` each of `values` is, pair by pair: what was measured in one round is compared with itself alone. */
export function computeRatios(values: readonly number[], base: readonly number[]): Spread {
  return computeSpread(values.map((value, round) => value / (base[round] ?? Number.NaN)));
}
