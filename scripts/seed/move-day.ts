import { day } from "#shared/dates/durations.ts";

/** The day for which the dates of the demo content are right. */
const writtenOn = Date.parse("2026-11-20");

/**
 * `date` (ISO 8601) in epoch milliseconds, later by the days that have passed since `writtenOn`, so that openings stay
 * open.
 */
export function moveDay(date: string): number {
  const passed = Math.floor((Date.now() - writtenOn) / day);
  return Date.parse(date) + Math.max(0, passed) * day;
}

/** The same for dates in the future of `writtenOn`; earlier dates are not moved. */
export function moveIfAhead(date: string): number {
  return Date.parse(date) < writtenOn ? Date.parse(date) : moveDay(date);
}
