import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import { addDays, startMonth, startWeek } from "#shared/dates/calendar-dates.ts";
import { readZonedTime, writeZonedTime } from "#shared/dates/zoned-time.ts";

/** When reports leave, by the clocks of the site's zone. */
const leaving = "T07:00";

/** A week or month that is over, and since when its report is due. */
export interface DueReport {
  /** First and last day, such as `2026-11-16`. */
  from: string;
  to: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** The latest report that is due at `at`: of the week before its Monday, or of the month before its first. */
export function findDueReport(rhythm: Rhythm, zone: string, at: number): DueReport {
  const today = writeZonedTime(at, zone).slice(0, 10);
  const start = startOf(rhythm, today);
  const dueAt = readDue(start, zone);
  const next = dueAt <= at ? start : startOf(rhythm, addDays(start, -1));
  const to = addDays(next, -1);
  return { from: startOf(rhythm, to), to, dueAt: readDue(next, zone) };
}

function startOf(rhythm: Rhythm, date: string): string {
  return rhythm === "monthly" ? startMonth(date) : startWeek(date);
}

function readDue(date: string, zone: string): number {
  return readZonedTime(date + leaving, zone)?.at ?? Date.parse(`${date}${leaving}Z`);
}
