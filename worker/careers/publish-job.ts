import { openDb, runBatch } from "../db/client.ts";
import type { JobStatus } from "../db/careers-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../lib/errors.ts";
import { type JobVersion, purgeJob, type SaveScope } from "./save-job.ts";

/** From which states a job gets where. */
const transitions = {
  published: ["draft", "internal", "closed"],
  closed: ["published", "internal"],
} as const satisfies Partial<Record<JobStatus, readonly JobStatus[]>>;

/**
 * Opens a job to the public from `publishAt` (epoch milliseconds) on; now unless told otherwise.
 * Throws InvalidInputError when something is missing that an opening must say, ConflictError when it has moved on.
 */
export async function publishJob(scope: SaveScope, known: JobVersion, publishAt = now()): Promise<JobVersion> {
  const db = openDb(scope.env.DB);
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
  const missing: Record<string, string[]> = {};
  if (job.pay_min === null) missing["pay"] = ["An opening says what it pays."];
  if (job.workplace === "remote" && !job.countries)
    missing["remoteCountries"] = ["Say from where the work may be done."];
  if (job.workplace !== "remote" && !job.places) missing["places"] = ["Say where the work is done."];
  if (job.closes_at !== null && job.closes_at <= publishAt) missing["closesAt"] = ["It would close before it opens."];
  if (Object.keys(missing).length > 0) throw new InvalidInputError(missing);
  return moveJob(scope, known, { status: "published", publish_at: publishAt });
}

/** Ends an opening at once. Its page stays and says so. */
export async function closeJob(scope: SaveScope, known: JobVersion): Promise<JobVersion> {
  return moveJob(scope, known, { status: "closed" });
}

async function moveJob(
  scope: SaveScope,
  known: JobVersion,
  change: { status: keyof typeof transitions; publish_at?: number },
): Promise<JobVersion> {
  const version = known.version + 1;
  const [result] = await runBatch(scope.env.DB, [
    openDb(scope.env.DB)
      .updateTable("jobs")
      .set({ ...change, version, updated_at: now() })
      .where("id", "=", known.id)
      .where("version", "=", known.version)
      .where("status", "in", transitions[change.status]),
  ]);
  if (result?.meta.changes !== 1) throw new ConflictError("This job is no longer in the state you saw.");
  await purgeJob(scope, known.id);
  return { id: known.id, version };
}
