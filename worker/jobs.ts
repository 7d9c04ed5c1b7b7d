import { isRestoring } from "./backups/is-restoring.ts";
import { openDb } from "./db/client.ts";
import { UnknownScheduleError } from "./lib/errors.ts";
import { schedules } from "./lib/schedules.ts";
import type { RequestScope } from "./lib/scope.ts";
import { runJob } from "./operations/run-job.ts";

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
