import type { Period } from "./types.ts";

/** What of `days` lies outside of `moved`; both are in order, and none overlaps another of the same list. */
export function cutDays(days: readonly Period[], moved: readonly Period[]): Period[] {
  const rest: Period[] = [];
  let place = 0;
  for (const { from, to } of days) {
    let start = from;
    for (; start < to; place += 1) {
      const next = moved[place];
      if (!next || next.from >= to) break;
      if (next.from > start) rest.push({ from: start, to: next.from });
      start = Math.max(start, next.to);
      if (next.to > to) break;
    }
    if (start < to) rest.push({ from: start, to });
  }
  return rest;
}
