import { day, second } from "#shared/dates/durations.ts";

/** The day of an end as its field shows it: "2027-01-31"; "" for none. The site has its days in UTC. */
export function toClosingDay(closesAt: number | null): string {
  return closesAt === null ? "" : new Date(closesAt).toISOString().slice(0, 10);
}

/** The end of a day that was chosen; `before` where that was its day already, so that its time stays. */
export function readClosingDay(text: string, before: number | null): number | null {
  if (text === toClosingDay(before)) return before;
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? null : start + day - second;
}
