import { forgetExpired } from "./accounts/forget-expired.ts";
import { rotateSigningKeys } from "./accounts/signing-keys.ts";
import { forgetPassed } from "./analytics/forget-passed.ts";
import { forgetNetworks } from "./contact/limits.ts";
import { writeDigests } from "./contact/write-digests.ts";
import { sweepOutbox } from "./email/sweep.ts";
import type { RequestScope } from "./lib/scope.ts";

interface Job {
  name: string;
  run: (scope: RequestScope) => Promise<object | void>;
}

const hourly: readonly Job[] = [
  { name: "rotate signing keys", run: async ({ env }) => ({ keys: await rotateSigningKeys(env) }) },
  { name: "forget expired sessions and tokens", run: async ({ env }) => void (await forgetExpired(env)) },
  { name: "forget erased numbers and counted networks", run: async ({ env }) => void (await forgetPassed(env)) },
  { name: "tell of enquiries without a mail of their own", run: writeDigests },
  { name: "forget the networks of enquiries", run: forgetNetworks },
];

const frequent: readonly Job[] = [{ name: "send what waits in the outbox", run: sweepOutbox }];

/** The schedule that brings the frequent jobs; any other brings the hourly ones (wrangler.toml, `triggers`). */
const frequentSchedule = "*/5 * * * *";

/** Runs every job of a schedule, also when one before it fails, then throws so that the platform shows the run as failed. */
export async function runJobs(schedule: string, scope: RequestScope): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, run } of schedule === frequentSchedule ? frequent : hourly) {
    try {
      const outcome = await run(scope);
      scope.log.info("job done", { job: name, ...(outcome && { outcome }) });
    } catch (error) {
      scope.log.error("job failed", error, { job: name });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Scheduled jobs failed.");
}
