/** Dates such as `2026-11-22`, without a zone. */
import { day } from "./durations.ts";

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

/** The Monday of the week of `date`. */
export function startWeek(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

export function startMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}
