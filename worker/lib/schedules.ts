import { hour, minute } from "#shared/dates/durations.ts";

/** When jobs run, as `crons` in wrangler.toml says it; tests/worker/lib/subjects.test.ts compares the two. UTC. */
export const schedules = {
  hourly: "17 * * * *",
  everyFiveMinutes: "*/5 * * * *",
} as const;

/** Milliseconds from one run to the next. */
export const periods = { [schedules.hourly]: hour, [schedules.everyFiveMinutes]: 5 * minute } as const;

/** Milliseconds after which a job that has not run again is late: one run may be left out, and some of many. */
export const patience = { [schedules.hourly]: 130 * minute, [schedules.everyFiveMinutes]: 30 * minute } as const;

/** Milliseconds after the full hour, or after the first of its five minutes. */
const offsets = { [schedules.hourly]: 17 * minute, [schedules.everyFiveMinutes]: 0 } as const;

/** The first run of a schedule after `at`, epoch milliseconds. */
export function findNextRun(schedule: Schedule, at: number): number {
  const [period, offset] = [periods[schedule], offsets[schedule]];
  return Math.floor((at - offset) / period + 1) * period + offset;
}

export type Schedule = (typeof schedules)[keyof typeof schedules];
