import { addDays } from "./calendar-dates.ts";
import { readZonedTime, writeZonedTime } from "./zoned-time.ts";

/** Days as forms send them (`2026-11-22`); "" where one is not given. */
interface Days {
  from: string;
  /** The last day, included. */
  to: string;
}

/** When the first of the days begins and the last one ends in `zone`, in epoch milliseconds; null where it is open. */
export function spanDays({ from, to }: Days, zone: string): { since: number | null; before: number | null } {
  return {
    since: from === "" ? null : readMidnight(from, zone),
    before: to === "" ? null : readMidnight(addDays(to, 1), zone),
  };
}

/** The day that clocks in `zone` show at `at`, from its first instant to before the next day's (epoch milliseconds). */
export function readDayAround(at: number, zone: string): { from: number; to: number } {
  const today = writeZonedTime(at, zone).slice(0, 10);
  return { from: readMidnight(today, zone), to: readMidnight(addDays(today, 1), zone) };
}

/** When the day `date` (`2026-11-22`) begins in `zone`: at midnight, or when clocks come to its first minute. */
export function readMidnight(date: string, zone: string): number {
  return readZonedTime(`${date}T00:00`, zone)?.at ?? Date.parse(date);
}
