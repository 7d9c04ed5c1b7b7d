import { day } from "#shared/dates/durations.ts";
import { report } from "../lib/subject.ts";

/** Of the visits, what was left out: as bots or because one network sent too much. */
export const ingestReport = report(
  (db, _env, now) =>
    db
      .selectFrom("dropped_records")
      .select(({ fn }) => ["reason", fn.countAll<number>().as("count")])
      .where("dropped_at", ">=", now - day)
      .groupBy("reason"),
  (rows) => [
    {
      name: "Visits left out in 24 hours",
      value: rows.length === 0 ? "None" : rows.map(({ reason, count }) => `${count} ${reason}`).join(", "),
      state: "good",
      path: "/visitor-analytics",
    },
  ],
);
