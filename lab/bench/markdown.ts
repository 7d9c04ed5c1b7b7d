import type { Spread } from "./statistics.ts";

/** 3.2 (2.9–3.6): the median and the quartiles. */
export function writeSpread({ median, low, high }: Spread): string {
  return `${writeNumber(median)} (${writeNumber(low)}–${writeNumber(high)})`;
}

/** Three digits that count: 0.123, 1.23, 12.3, 1,234. */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 3) });
}
