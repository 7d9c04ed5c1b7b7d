import { forgetExpired } from "./accounts/forget-expired.ts";
import { rotateSigningKeys } from "./accounts/signing-keys.ts";
import type { RequestScope } from "./lib/scope.ts";

const jobs = [
  { name: "rotate signing keys", run: rotateSigningKeys },
  { name: "forget expired sessions and tokens", run: forgetExpired },
];

/** Runs every job, also when one before it fails, then throws so that the platform shows the run as failed. */
export async function runHourlyJobs({ env, log }: RequestScope): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, run } of jobs) {
    try {
      const outcome = await run(env);
      log.info("job done", { job: name, ...(outcome && { outcome }) });
    } catch (error) {
      log.error("job failed", error, { job: name });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Hourly jobs failed.");
}
