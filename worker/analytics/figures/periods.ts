import { addDays, startMonth } from "#shared/dates/calendar-dates.ts";
import { day } from "#shared/dates/durations.ts";
import { spanDays } from "#shared/dates/zoned-days.ts";
import { readZonedTime, writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { Interval, Period } from "./types.ts";

/** Days that have a name; `custom` are those from one date to another. */
export const ranges = ["today", "7", "30", "90", "month", "last-month", "year", "all", "custom"] as const;
export type Range = (typeof ranges)[number];

export const comparisons = ["previous", "year", "none"] as const;
export type Comparison = (typeof comparisons)[number];

/** Which days are asked for, and how. */
export interface AskedDays {
  range: Range;
  /** Days (`2026-11-22`) of a chosen range; "" in all others. */
  from: string;
  to: string;
  compare: Comparison;
  /** Null for what suits the range. */
  interval: Interval | null;
}

/** Days as `2026-11-22`, both included. */
interface Days {
  from: string;
  to: string;
}

interface Clock {
  /** The site's zone. */
  zone: string;
  /** Now, in epoch milliseconds. */
  at: number;
  /** When the first visit began; null without any. */
  first: number | null;
}

export interface Periods {
  period: Period;
  previous: Period | null;
  interval: Interval;
  /** Those that suit the number of days, the usual one among them. */
  intervals: readonly Interval[];
}

/** Longest range that is read, in days. */
const longestRange = 3660;

/** The instants that the address asks for, in days of the site's zone. Days that are still to come are left out. */
export function toPeriods(asked: AskedDays, clock: Clock) {
  const days = chooseDays(asked, clock);
  const before = asked.range === "all" ? null : chooseDaysBefore(days, asked);
  const intervals = listIntervals(countDays(days));
  const usual = countDays(days) > 400 ? "month" : countDays(days) > 92 ? "week" : countDays(days) > 2 ? "day" : "hour";
  const period = toPeriod(days, clock.zone);
  return {
    period,
    previous: before && (period.to > clock.at ? endAtSameTime(before, clock) : toPeriod(before, clock.zone)),
    interval: intervals.find((each) => each === asked.interval) ?? usual,
    intervals,
  } satisfies Periods;
}

function toPeriod({ from, to }: Days, zone: string): Period {
  const { since, before } = spanDays({ from, to }, zone);
  return { from: since ?? 0, to: before ?? 0 };
}

/** Days of which the last ends at the present time of day, so that today can be compared with it. */
function endAtSameTime(days: Days, { zone, at }: Clock): Period {
  const period = toPeriod(days, zone);
  const end = readZonedTime(days.to + writeZonedTime(at, zone).slice(10), zone)?.at ?? period.to;
  return { from: period.from, to: Math.min(Math.max(end, period.from), period.to) };
}

function chooseDays({ range, from, to }: AskedDays, { zone, at, first }: Clock) {
  const today = writeZonedTime(at, zone).slice(0, 10);
  const upToToday = (since: string): Days => ({ from: since, to: today });
  switch (range) {
    case "today":
      return upToToday(today);
    case "month":
      return upToToday(startMonth(today));
    case "last-month":
      return { from: startMonth(addMonths(startMonth(today), -1)), to: addDays(startMonth(today), -1) };
    case "year":
      return upToToday(`${today.slice(0, 4)}-01-01`);
    case "all":
      return upToToday(writeZonedTime(first ?? at, zone).slice(0, 10));
    case "custom": {
      const last = to < today ? to : today;
      const earliest = addDays(last, 1 - longestRange);
      return { from: from > last ? last : from < earliest ? earliest : from, to: last };
    }
    default:
      return upToToday(addDays(today, 1 - Number(range)));
  }
}

/** The days to compare with: whole months and years with the month or year before, other ranges with as many days before. */
function chooseDaysBefore(days: Days, { range, compare }: AskedDays) {
  if (compare === "none") return null;
  if (compare === "year" || range === "year") return shiftMonths(days, -12);
  if (range === "month") return shiftMonths(days, -1);
  if (range === "last-month" || isWholeMonth(days))
    return { from: addMonths(days.from, -1), to: addDays(days.from, -1) };
  const to = addDays(days.from, -1);
  return { from: addDays(to, 1 - countDays(days)), to };
}

function isWholeMonth({ from, to }: Days): boolean {
  return from === startMonth(from) && to === addDays(addMonths(from, 1), -1);
}

function shiftMonths({ from, to }: Days, months: number): Days {
  return { from: addMonths(from, months), to: addMonths(to, months) };
}

function listIntervals(days: number): Interval[] {
  const fits: Record<Interval, boolean> = {
    hour: days <= 8,
    day: days > 1 && days <= 400,
    week: days >= 14 && days <= 1900,
    month: days > 58,
  };
  return (Object.keys(fits) as Interval[]).filter((interval) => fits[interval]);
}

function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / day) + 1;
}

/** The same day of another month, or its last one where it is shorter. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))).toISOString().slice(0, 10);
}
