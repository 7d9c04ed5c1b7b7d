import { second } from "#app/shared/durations.ts";
import { type Doer, runRecorded } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import { NotFoundError, TooManyAttemptsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Job } from "../lib/subject.ts";
import { isWithinLimit } from "../lib/within-limit.ts";
import { listActions } from "./read-operations.ts";
import { runJob } from "./run-job.ts";

/** How long the page waits for work that it has begun; the work goes on. */
const patience = 15 * second;

export type Outcome = { kind: "done" | "failed"; text: string } | { kind: "goes-on" };

/** Work of one person within a minute. */
async function limitWork({ env }: RequestScope, what: string): Promise<void> {
  if (!(await isWithinLimit(env.SIGN_IN_LIMIT, `operations:${what}`))) throw new TooManyAttemptsError(60);
}

/**
 * Runs a job now, as its schedule does. That somebody asked for it is recorded before.
 * @throws {NotFoundError} when no subject has it
 * @throws {TooManyAttemptsError} when it ran within the last ten seconds, or many were asked for
 */
export async function runJobNow(db: Db, name: string, doer: Doer, scope: RequestScope): Promise<Outcome> {
  const jobs: readonly Job[] = scope.subjects.flatMap(({ jobs: declared = [] }) => declared);
  const job = jobs.find((each) => each.name === name);
  if (!job) throw new NotFoundError();
  await limitWork(scope, doer.actor ?? "");
  const recent = await db
    .selectFrom("job_runs")
    .select("name")
    .where("name", "=", name)
    .where("started_at", ">", now() - 10 * second)
    .executeTakeFirst();
  if (recent) throw new TooManyAttemptsError(10);
  await runRecorded(db, {
    ...doer,
    subject: null,
    audit: { action: "operations.job_run", detail: { job: name } },
    queries: [],
  });
  return waitFor(
    runJob(db, job, scope, { isScheduled: false }).then((result) =>
      "error" in result
        ? { kind: "failed", text: readErrorMessage(result.error) }
        : { kind: "done", text: result.outcome ? JSON.stringify(result.outcome).slice(0, 300) : "" },
    ),
    scope,
  );
}

/**
 * Starts what a subject offers to operators. That somebody asked for it is recorded before.
 * @throws {NotFoundError} when no subject has it
 */
export async function runActionNow(db: Db, id: string, doer: Doer, scope: RequestScope): Promise<Outcome> {
  const action = listActions(scope).get(id);
  if (!action) throw new NotFoundError();
  await limitWork(scope, doer.actor ?? "");
  await runRecorded(db, {
    ...doer,
    subject: null,
    audit: { action: "operations.action_run", detail: { action: id } },
    queries: [],
  });
  return waitFor(
    action.run(db, scope).then(
      (text): Outcome => ({ kind: "done", text }),
      (error: unknown) => {
        scope.log.error("action failed", error, { job: id });
        return { kind: "failed", text: readErrorMessage(error) };
      },
    ),
    scope,
  );
}

async function waitFor(work: Promise<Outcome>, { ctx }: RequestScope): Promise<Outcome> {
  ctx.waitUntil(work);
  return Promise.race([work, scheduler.wait(patience).then((): Outcome => ({ kind: "goes-on" }))]);
}

/**
 * Marks groups of errors as seen: those of `fingerprints`, or all that had their last error until `until` (epoch
 * milliseconds), so that nothing is marked that nobody has read. An error that comes later shows again.
 */
export async function markErrorsSeen(
  db: Db,
  { fingerprint, until }: { fingerprint: string | null; until: number },
  doer: Doer,
): Promise<number> {
  const update = db
    .updateTable("error_groups")
    .set({ seen_at: now() })
    .where("last_at", "<=", until)
    .$if(fingerprint !== null, (query) => query.where("fingerprint", "=", fingerprint ?? ""));
  const [result] = await runRecorded(db, {
    ...doer,
    subject: fingerprint,
    audit: { action: "operations.errors_seen" },
    queries: [update],
  });
  return result?.meta.changes ?? 0;
}
