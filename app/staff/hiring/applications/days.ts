import { day } from "#shared/dates/durations.ts";

/** An application that has been in its stage for more days than this is late. */
export const daysUntilLate = 7;

/** Whole days from `since` to `at`, both in epoch milliseconds. */
export function countDays(since: number, at: number): number {
  return Math.max(0, Math.floor((at - since) / day));
}
