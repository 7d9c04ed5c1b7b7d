import { isRestoring } from "./backups/is-restoring.ts";
import { type Db, openDb } from "./db/client.ts";
import { now } from "./lib/clock.ts";
import { readErrorMessage } from "./lib/error-message.ts";
import { UnknownScheduleError } from "./lib/errors.ts";
import { schedules } from "./lib/schedules.ts";
import type { RequestScope } from "./lib/scope.ts";
import type { Job } from "./lib/subject.ts";
import { type JobRun, recordRun } from "./operations/record-run.ts";

/**
 * Runs every job of a schedule, also when one before it fails, then throws so that the platform shows the run as failed.
 * @throws {UnknownScheduleError} for one that is not in worker/lib/schedules.ts
 */
export async function runJobs(schedule: string, scope: RequestScope): Promise<void> {
  if (!Object.values<string>(schedules).includes(schedule)) throw new UnknownScheduleError(schedule);
  const jobs = scope.subjects.flatMap(({ jobs = [] }) => jobs).filter((job) => job.schedule === schedule);
  const db = openDb(scope.env.DB);
  if (await isRestoring(scope.env)) return scope.log.warn("jobs wait until the site is restored");
  const failures: unknown[] = [];
  for (const job of jobs) {
    const result = await runJob(db, job, scope, { isScheduled: true });
    if ("error" in result) failures.push(result.error);
  }
  if (failures.length > 0) throw new AggregateError(failures, "Scheduled jobs failed.");
}

/** Runs one job and notes how it went; what it throws is in what this returns. */
export async function runJob(
  db: Db,
  { name, schedule, run }: Job,
  scope: RequestScope,
  { isScheduled }: { isScheduled: boolean },
): Promise<JobRun["result"]> {
  const startedAt = now();
  const result = await tryJob();
  const noted = { name, schedule, isScheduled, startedAt, endedAt: now(), result };
  await recordRun(db, noted).catch((error: unknown) =>
    scope.log.warn("run of a job not noted", { job: name, reason: readErrorMessage(error) }),
  );
  return result;

  async function tryJob(): Promise<JobRun["result"]> {
    try {
      const outcome = await run(db, scope);
      scope.log.info("job done", { job: name, ...(outcome && { outcome }) });
      return { outcome };
    } catch (error) {
      scope.log.error("job failed", error, { job: name });
      return { error };
    }
  }
}
