import { marker } from "#worker/backups/is-restoring.ts";
import { type Selectable, sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import type { Database } from "../db/tables.ts";
import { now } from "../lib/clock.ts";
import { findNextRun, periods, type Schedule } from "../lib/schedules.ts";
import type { Job, Subject } from "../lib/subject.ts";

export type JobRow = Selectable<Database["job_runs"]>;

/** Failed runs in a row that are no accident any longer. */
export const tolerated = 3;

export interface JobState {
  name: string;
  schedule: Schedule;
  state: "good" | "new" | "failing" | "late";
  row: JobRow | null;
  /** When it runs next, epoch milliseconds. */
  dueAt: number;
  /** Runs that should have come by now since the newest. */
  overdue: number;
}

/** How each job of the subjects does at `at`; `rows` is what is noted of their runs. */
export function describeJobs(
  subjects: readonly Subject[],
  { rows, at }: { rows: readonly JobRow[]; at: number },
): JobState[] {
  const jobs: readonly Job[] = subjects.flatMap(({ jobs = [] }) => jobs);
  return jobs.map(({ name, schedule }) => {
    const row = rows.find((each) => each.name === name) ?? null;
    const scheduled = row?.scheduled_at ?? null;
    const overdue = scheduled === null ? 0 : Math.max(0, Math.floor((at - scheduled) / periods[schedule]) - 1);
    const isLate = row !== null && row.late_at !== null && row.late_at < at;
    const state = row === null ? "new" : isLate ? "late" : row.failures > 0 ? "failing" : "good";
    return { name, schedule, state, row, dueAt: findNextRun(schedule, at), overdue };
  });
}

/** A job that has not run for too long, or has failed several times in a row; or no job at all, where somebody has had an account for long. */
export function selectLateJob(db: Db) {
  const at = now();
  const never = db
    .selectFrom("accounts")
    .select(sql<string>`'none'`.as("name"))
    .where(sql<boolean>`not exists (select 1 from job_runs)`)
    .where("created_at", "<", at - 3 * hour);
  return (
    db
      .selectFrom("job_runs")
      .select("name")
      .where(({ or, eb }) => or([eb("failures", ">=", tolerated), eb("late_at", "<", at)]))
      .unionAll(never)
      // While the site is restored no job runs. Reads no row.
      .unionAll(
        db.selectFrom(sql<{ name: string }>`pragma_table_info(${sql.lit(marker)})`.as("restore")).select("name"),
      )
      .limit(1)
  );
}
