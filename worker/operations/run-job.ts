import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Job } from "../lib/subject.ts";
import { type JobRun, recordRun } from "./record-run.ts";

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
