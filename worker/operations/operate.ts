import { sql } from "kysely";
import { second } from "#shared/dates/durations.ts";
import { type Doer, runRecorded } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import { NotFoundError, TooManyAttemptsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Job } from "../lib/subject.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";
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
        : { kind: "done", text: result.outcome ? describeOutcome(result.outcome) : "" },
    ),
    scope,
  );
}

/** What a job returned, such as "sent 3, to retry 0". */
function describeOutcome(outcome: object): string {
  const parts = Object.entries(outcome).map(([name, value]: [string, unknown]) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${words} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
  });
  return parts.join(", ").slice(0, 300);
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
 * Marks errors as seen: the group of `fingerprint`, or all whose last error came until `until` (epoch
 * milliseconds), so that nothing is marked that nobody has read. An error that comes later shows again. Returns how many
 * groups were marked.
 * @throws {ConflictError} when there is none to mark: others have marked them, or they happened again since
 */
export async function markErrorsSeen(
  db: Db,
  { fingerprint, until }: { fingerprint: string | null; until: number },
  doer: Doer,
): Promise<number> {
  const isMeant = sql<boolean>`last_at <= ${until} and (seen_at is null or seen_at < last_at)
    and (${fingerprint} is null or fingerprint = ${fingerprint})`;
  const update = db
    .updateTable("error_groups")
    // Clocks of two machines may differ: what is marked has been seen.
    .set({ seen_at: sql`max(last_at, ${now()})` })
    .where(isMeant);
  const [result] = await runRecorded(db, {
    ...doer,
    subject: fingerprint,
    audit: { action: "operations.errors_seen" },
    given: {
      rows: db.selectFrom("error_groups").select("fingerprint").where(isMeant).limit(1),
      conflict: "Nothing was left to mark: somebody has done so, or it has happened again since you looked.",
    },
    queries: [update],
  });
  return result?.meta.changes ?? 0;
}
