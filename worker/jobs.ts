import { isRestoring } from "./backups/is-restoring.ts";
import { openDb } from "./db/client.ts";
import { UnknownScheduleError } from "./lib/errors.ts";
import { schedules } from "./lib/schedules.ts";
import type { RequestScope } from "./lib/scope.ts";

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
  for (const { name, run } of jobs) {
    try {
      const outcome = await run(db, scope);
      scope.log.info("job done", { job: name, ...(outcome && { outcome }) });
    } catch (error) {
      scope.log.error("job failed", error, { job: name });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Scheduled jobs failed.");
}
