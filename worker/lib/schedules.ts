/** When jobs run, as `crons` in wrangler.toml says it; tests/worker/subjects.test.ts compares the two. UTC. */
export const schedules = {
  hourly: "17 * * * *",
  everyFiveMinutes: "*/5 * * * *",
} as const;

export type Schedule = (typeof schedules)[keyof typeof schedules];
