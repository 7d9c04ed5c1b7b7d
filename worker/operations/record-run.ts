import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { patience, periods, type Schedule } from "../lib/schedules.ts";
import { generalise } from "./describe-error.ts";

/** How many runs of each job are remembered one by one. */
const remembered = 30;

export interface JobRun {
  name: string;
  schedule: Schedule;
  /** Its schedule began it, and no person. */
  isScheduled: boolean;
  startedAt: number;
  endedAt: number;
  result: { outcome: object | void } | { error: unknown };
}

const longestOutcome = 500;

/** Notes how a run of a job went, and how many did not come since the one before. One row is written. */
export async function recordRun(db: Db, run: JobRun): Promise<void> {
  const { name, startedAt, endedAt, isScheduled, schedule, result } = run;
  const isGood = !("error" in result);
  const latest = {
    started_at: startedAt,
    duration_ms: endedAt - startedAt,
    ...(isScheduled && { scheduled_at: startedAt, late_at: startedAt + patience[schedule] }),
    ...(isGood ? { succeeded_at: endedAt, failures: 0 } : { failed_at: endedAt, error: writeError(result.error) }),
    ...(isGood && { outcome: result.outcome ? JSON.stringify(result.outcome).slice(0, longestOutcome) : null }),
  };
  const period = periods[schedule];
  // A run is some seconds late at times; half a period is not.
  const missed = isScheduled
    ? sql<number>`max(0, coalesce(cast((${startedAt} - job_runs.scheduled_at + ${period / 2}) / ${period} as integer) - 1, 0))`
    : sql<number>`0`;
  const mark = isGood ? "+" : "-";
  const gap = sql<string>`substr(${"_".repeat(remembered)}, 1, ${missed})`;
  await db
    .insertInto("job_runs")
    .values({ name, recent: mark, ...latest, ...(!isGood && { failures: 1 }) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        ...latest,
        ...(!isGood && { failures: sql`job_runs.failures + 1` }),
        missed: sql`iif(${missed} > 0, ${missed}, job_runs.missed)`,
        missed_at: sql`iif(${missed} > 0, ${startedAt}, job_runs.missed_at)`,
        recent: sql`substr(job_runs.recent || ${gap} || ${mark}, ${sql.lit(-remembered)})`,
      }),
    )
    .execute();
}

/** Of several errors the first says most. */
function writeError(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return generalise(first instanceof Error ? first.message : String(first));
}
