import { day } from "#shared/dates/durations.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";

/** A month as its address has it, such as "2026-11". */
export type Month = `${number}-${number}`;

/** The month of `text`, or the one of `now` (epoch milliseconds) in `zone`. */
export function readMonth(text: string | null, now: number, zone: string): Month {
  return (/^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? "") ? text : writeZonedTime(now, zone).slice(0, 7)) as Month;
}

/** The month `by` months later. */
export function moveMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7) as Month;
}

/** The weeks that show a month, Monday first, as days ("2026-11-30"): those of the months around it fill them up. */
export function listWeeks(month: Month): string[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * day;
  const next = Date.parse(`${moveMonth(month, 1)}-01T00:00:00Z`);
  const weeks: string[][] = [];
  for (let monday = start; monday < next; monday += 7 * day)
    weeks.push(Array.from({ length: 7 }, (_, index) => new Date(monday + index * day).toISOString().slice(0, 10)));
  return weeks;
}

/** The instants between which the weeks of a month lie in any zone, epoch milliseconds. */
export function spanMonth(month: Month): { since: number; until: number } {
  const days = listWeeks(month).flat();
  return {
    since: Date.parse(`${days[0]}T00:00:00Z`) - day,
    until: Date.parse(`${days.at(-1)}T00:00:00Z`) + 2 * day,
  };
}
