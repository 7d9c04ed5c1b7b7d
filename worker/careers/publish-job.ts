import { type RawBuilder, sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { JobStatus } from "../db/careers-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import { computeUsualEnd, requireComplete } from "./complete-job.ts";
import { type JobVersion, purgeJob, type SaveScope } from "./save-job.ts";

/** The states from which a job may get into each state. */
const transitions = {
  published: ["draft", "internal", "closed"],
  closed: ["published", "internal"],
} as const satisfies Partial<Record<JobStatus, readonly JobStatus[]>>;

/**
 * Opens a job to the public from `publishAt` (epoch milliseconds) on; now unless told otherwise. One without an end gets
 * the usual one.
 * Throws InvalidInputError when something is missing that an opening must say, ConflictError when it has moved on.
 */
export async function publishJob(
  db: Db,
  { known, publishAt = now() }: { known: JobVersion; publishAt?: number },
  scope: SaveScope,
): Promise<JobVersion> {
  const job = await db
    .selectFrom("jobs")
    .select((query) => [
      "workplace",
      "pay_min",
      "closes_at",
      query
        .selectFrom("job_locations")
        .whereRef("job_id", "=", "jobs.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("places"),
      query
        .selectFrom("job_remote_countries")
        .whereRef("job_id", "=", "jobs.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("countries"),
    ])
    .where("id", "=", known.id)
    .executeTakeFirst();
  if (!job) throw new NotFoundError();
  const closesAt = job.closes_at ?? computeUsualEnd(publishAt);
  requireComplete({
    workplace: job.workplace,
    hasPay: job.pay_min !== null,
    places: job.places ?? 0,
    countries: job.countries ?? 0,
    closesAt,
    publishAt,
  });
  const change = { status: "published" as const, publish_at: publishAt, closes_at: closesAt };
  return moveJob(db, { known, to: "published", change }, scope);
}

/**
 * Closes an opening at once. Its page stays and says so. An opening that was never public (internal or scheduled)
 * becomes a draft again.
 */
export async function closeJob(db: Db, { known }: { known: JobVersion }, scope: SaveScope): Promise<JobVersion> {
  const wasSeen = sql<boolean>`status = 'published' AND publish_at <= ${now()}`;
  const status = sql<JobStatus>`CASE WHEN ${wasSeen} THEN 'closed' ELSE 'draft' END`;
  return moveJob(db, { known, to: "closed", change: { status } }, scope);
}

interface Move {
  known: JobVersion;
  to: keyof typeof transitions;
  change: { status: JobStatus | RawBuilder<JobStatus>; publish_at?: number; closes_at?: number };
}

async function moveJob(db: Db, { known, to, change }: Move, scope: SaveScope): Promise<JobVersion> {
  const version = known.version + 1;
  const [result] = await runBatch(db, [
    db
      .updateTable("jobs")
      .set({ ...change, version, updated_at: now() })
      .where("id", "=", known.id)
      .where("version", "=", known.version)
      .where("status", "in", transitions[to]),
  ]);
  if (result?.meta.changes !== 1) throw new ConflictError("This job is no longer in the state you saw.");
  await purgeJob(scope, known.id);
  return { id: known.id, version };
}
