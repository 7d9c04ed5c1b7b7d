import { addDays, startMonth, startWeek } from "./calendar-dates.ts";
import { hour, minute } from "./durations.ts";
import { readMidnight } from "./zoned-days.ts";
import { writeZonedTime } from "./zoned-time.ts";

/** Time from `from` to before `to`, in epoch milliseconds. */
interface Span {
  from: number;
  to: number;
}

/** A stretch of time by the clocks of a zone, and what of it is asked for. */
export interface Bucket extends Span {
  /** Its first instant, which may be before `from`: a week or a month is whole, a period need not be. */
  start: number;
}

/** The days of `zone` that a span of time touches, each from its first instant to the next day's. */
export function listDays({ from, to }: Span, zone: string): Span[] {
  return listStarts(from, to, zone, (date) => addDays(date, 1));
}

/** The weeks of `zone` (from Monday) that a span of time touches. */
export function listWeeks({ from, to }: Span, zone: string): Span[] {
  return listStarts(from, to, zone, (date) => addDays(date, 7), startWeek);
}

/** The months of `zone` that a span of time touches. */
export function listMonths({ from, to }: Span, zone: string): Span[] {
  return listStarts(from, to, zone, addMonth, startMonth);
}

/**
 * The hours, days, weeks (from Monday) or months of `zone` within a number of whole days. Days of 23 and 25 hours are
 * one day each, and hours begin when clocks show a full hour, wherever the zone is: at :30 or :45 of UTC too.
 */
export function listBuckets(period: Span, interval: "hour" | "day" | "week" | "month", zone: string): Bucket[] {
  return listWhole(period, interval, zone).map((whole) => ({
    start: whole.from,
    from: Math.max(whole.from, period.from),
    to: Math.min(whole.to, period.to),
  }));
}

function listWhole(period: Span, interval: "hour" | "day" | "week" | "month", zone: string): Span[] {
  switch (interval) {
    case "hour":
      return listDays(period, zone).flatMap((each) => listHours(each, zone));
    case "day":
      return listDays(period, zone);
    case "week":
      return listWeeks(period, zone);
    case "month":
      return listMonths(period, zone);
  }
}

/** Spans from the one with `from` to the one before `to`; dates as `2026-11-22`. */
function listStarts(
  from: number,
  to: number,
  zone: string,
  next: (date: string) => string,
  first: (date: string) => string = (date) => date,
): Span[] {
  const spans: Span[] = [];
  let date = first(writeZonedTime(from, zone).slice(0, 10));
  let start = readMidnight(date, zone);
  while (start < to) {
    date = next(date);
    const end = readMidnight(date, zone);
    // A zone that crosses the date line skips a day.
    if (end > start) spans.push({ from: start, to: end });
    start = end;
  }
  return spans;
}

function listHours({ from, to }: Span, zone: string): Span[] {
  const spans: Span[] = [];
  let start = from;
  while (start < to) {
    const past = Number(writeZonedTime(start, zone).slice(14, 16)) * minute;
    const end = Math.min(to, start + hour - past);
    spans.push({ from: start, to: end });
    start = end;
  }
  return spans;
}

function addMonth(date: string): string {
  return startMonth(addDays(startMonth(date), 31));
}
