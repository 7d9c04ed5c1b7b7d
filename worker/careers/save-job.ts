import { type Compilable, sql } from "kysely";
import type { JobId } from "../db/careers-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import { movePath } from "../db/redirects.ts";
import type { Database } from "../db/tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { purgeTags } from "../lib/purge.ts";
import type { RequestScope } from "../lib/scope.ts";
import { requireComplete } from "./complete-job.ts";
import { foldText } from "./fold-text.ts";
import { type JobDraft, jobDraft } from "./job-draft.ts";
import { renderJob } from "./render-job.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log">;

/** One state of one job: a change is refused when the job has moved on from there. */
export interface JobVersion {
  id: JobId;
  version: number;
}

interface Save {
  draft: JobDraft;
  /** The state that `draft` takes the place of; without one it becomes a new job. */
  known?: JobVersion;
}

/**
 * Stores `draft` as a new job, or over `known`; a published one changes for the public at once, and leaves a redirect
 * where its address was.
 * Throws InvalidInputError, and ConflictError when somebody else has saved since, or an address or a requisition id is
 * taken.
 */
export async function saveJob(db: Db, { draft, known }: Save, scope: SaveScope): Promise<JobVersion> {
  const parsed = jobDraft.safeParse(draft);
  if (!parsed.success) throw new InvalidInputError(collectProblems(parsed.error.issues));
  const before = known && (await readBefore(db, known));
  if (before) refuseIncomplete(parsed.data, before);
  const next: JobVersion = known ? { ...known, version: known.version + 1 } : { id: newId<JobId>(), version: 1 };
  const queries = known
    ? [...moveAddress(db, parsed.data, known, before), ...updateJob(db, parsed.data, known)]
    : insertJob(db, parsed.data, next.id);
  const results = await runBatch(db, queries).catch(refuseTaken);
  if (known && results.at(-1)?.meta.changes !== 1) throw new ConflictError("Somebody else has changed this job.");
  await purgeJob(scope, next.id);
  return next;
}

type Before = Pick<Database["jobs"], "slug" | "status" | "publish_at">;

async function readBefore(db: Db, { id }: JobVersion): Promise<Before | undefined> {
  const query = db.selectFrom("jobs").select(["slug", "status", "publish_at"]).where("id", "=", id);
  return query.executeTakeFirst();
}

/** Only a draft may lack what an opening must say. */
function refuseIncomplete(draft: JobDraft, job: Before): void {
  if (job.status === "draft" || job.publish_at === null) return;
  requireComplete({
    workplace: draft.workplace,
    hasPay: draft.pay !== null,
    places: draft.places.length,
    countries: draft.remoteCountries.length,
    closesAt: draft.closesAt,
    publishAt: job.publish_at,
  });
}

function insertJob(db: Db, draft: JobDraft, id: JobId): Compilable[] {
  const at = now();
  const row = { ...toColumns(draft), id, status: "draft" as const, publish_at: null, created_at: at, version: 1 };
  return [db.insertInto("jobs").values(row), ...insertPlaces(db, draft, { id, version: 1 })];
}

/** The old address of a job that the public has seen leads to the new one. Before the job's own row is changed, as its places. */
function moveAddress(db: Db, { slug }: JobDraft, known: JobVersion, before: Before | undefined): Compilable[] {
  if (!before || before.slug === slug || before.publish_at === null || before.publish_at > now()) return [];
  if (before.status !== "published" && before.status !== "closed") return [];
  return movePath(db, { from: jobPath(before.slug), to: jobPath(slug), at: now(), condition: isStill(known) });
}

function jobPath(slug: string): string {
  return `/careers/${slug}`;
}

/** Nobody has saved the job since `known`. */
function isStill({ id, version }: JobVersion) {
  return sql<boolean>`EXISTS (SELECT 1 FROM jobs WHERE id = ${id} AND version = ${version})`;
}

/** The places go first, while the version still says whether they may; the job's own row goes last, and is counted. */
function updateJob(db: Db, draft: JobDraft, known: JobVersion): Compilable[] {
  return [
    db.deleteFrom("job_locations").where("job_id", "=", known.id).where(isStill(known)),
    db.deleteFrom("job_remote_countries").where("job_id", "=", known.id).where(isStill(known)),
    ...insertPlaces(db, draft, known),
    db
      .updateTable("jobs")
      .set({ ...toColumns(draft), version: known.version + 1 })
      .where("id", "=", known.id)
      .where("version", "=", known.version),
  ];
}

/** Inserts nothing when the job is no longer what `known` says. */
function insertPlaces(db: Db, { places, remoteCountries }: JobDraft, known: JobVersion): Compilable[] {
  const from = db.selectFrom("jobs").where("id", "=", known.id).where("version", "=", known.version);
  return [
    ...places.map(({ city, region, country }, position) =>
      db
        .insertInto("job_locations")
        .columns(["job_id", "position", "city", "region", "country"])
        .expression(
          from.select([
            "id",
            sql.val(position).as("position"),
            sql.val(city).as("city"),
            sql.val(region).as("region"),
            sql.val(country).as("country"),
          ]),
        ),
    ),
    ...[...new Set(remoteCountries)].map((country) =>
      db
        .insertInto("job_remote_countries")
        .columns(["job_id", "country"])
        .expression(from.select(["id", sql.val(country).as("country")])),
    ),
  ];
}

function toColumns({ pay, requisitionId, closesAt, places: _places, remoteCountries: _countries, ...same }: JobDraft) {
  return {
    ...same,
    requisition_id: requisitionId,
    // Some characters fold into several, so the key is cut; the search ignores the end of such a title.
    title_key: foldText(same.title).slice(0, 400),
    html: renderJob(same.markdown),
    pay_min: pay?.min ?? null,
    pay_max: pay?.max ?? null,
    currency: pay?.currency ?? null,
    pay_period: pay?.period ?? null,
    closes_at: closesAt,
    updated_at: now(),
  };
}

function refuseTaken(error: unknown): never {
  const [, column] = /UNIQUE constraint failed: jobs\.(slug|requisition_id)/.exec(String(error)) ?? [];
  if (column === "slug") throw new ConflictError("Another job has this address.");
  if (column === "requisition_id") throw new ConflictError("Another job has this requisition id.");
  throw error;
}

function collectProblems(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) (fields[String(path[0])] ??= []).push(message);
  return fields;
}

/**
 * Purges the cached pages that show the job. If the purge fails the change still stands: the caches expire by
 * themselves.
 */
export async function purgeJob({ ctx, log }: SaveScope, id: JobId): Promise<void> {
  await purgeTags(ctx, [`job:${id}`, "jobs"]).catch((error: unknown) => log.error("purge failed", error, { job: id }));
}
