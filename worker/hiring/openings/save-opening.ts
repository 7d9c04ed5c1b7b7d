import { sql } from "kysely";
import { type Doer, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { Database } from "#worker/db/tables.ts";
import { now } from "#worker/lib/clock.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { purgeTags } from "#worker/lib/http/purge.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { requireComplete } from "./complete-opening.ts";
import { insertPlaces, moveAddress, refuseTaken, toColumns } from "./opening-columns.ts";
import { type OpeningDraft, openingDraft } from "./opening-draft.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/** One state of one job: a change is refused when the job has moved on from there. */
export interface OpeningVersion {
  id: OpeningId;
  version: number;
}

interface Save {
  draft: OpeningDraft;
  /** The state that `draft` takes the place of; without one it becomes a new job. */
  known?: OpeningVersion;
  /** Who saves it; null for the seed. */
  actor: AccountId | null;
}

/**
 * Stores `draft` as a new job, or over `known`; a published one changes for the public at once, and leaves a redirect
 * where its address was.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has saved since, or an address or a requisition id is taken
 * @throws {NotFoundError} when the job is gone
 */
export async function saveOpening(db: Db, { draft, known, actor }: Save, scope: SaveScope): Promise<OpeningVersion> {
  const parsed = parseInput(openingDraft, draft);
  const doer = { actor, requestId: scope.requestId };
  return known ? changeOpening(db, { draft: parsed, known, doer }, scope) : createOpening(db, parsed, doer);
}

async function createOpening(db: Db, draft: OpeningDraft, doer: Doer): Promise<OpeningVersion> {
  const id = newId<OpeningId>();
  const row = { ...toColumns(draft), id, status: "draft" as const, publish_at: null, created_at: now(), version: 1 };
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "job.created", detail: { slug: draft.slug } },
    queries: [db.insertInto("openings").values(row), ...insertPlaces(db, draft, id)],
  }).catch(refuseTaken);
  return { id, version: 1 };
}

interface Change {
  draft: OpeningDraft;
  known: OpeningVersion;
  doer: Doer;
}

async function changeOpening(
  db: Db,
  { draft, known: { id, version }, doer }: Change,
  scope: SaveScope,
): Promise<OpeningVersion> {
  const before = await db
    .selectFrom("openings")
    .select(["slug", "status", "publish_at", "department", "closes_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!before) throw new NotFoundError();
  refuseIncomplete(draft, before);
  const next = await runVersioned(db, {
    ...doer,
    table: "openings",
    id,
    version,
    where: sql<boolean>`slug = ${before.slug}`,
    set: toColumns(draft),
    audit: { action: "job.saved", detail: { slug: draft.slug, version: version + 1 } },
    conflict: "Somebody else has changed this job.",
    queries: [
      db.deleteFrom("opening_locations").where("opening_id", "=", id),
      db.deleteFrom("opening_remote_countries").where("opening_id", "=", id),
      ...insertPlaces(db, draft, id),
      ...moveAddress(db, draft, before),
      // Whoever saves the whole job replaces what was written beside it.
      db.deleteFrom("opening_drafts").where("opening_id", "=", id),
    ],
  }).catch(refuseTaken);
  await purgeChanged(scope, draft, before);
  return { id, version: next };
}

type Before = Pick<Database["openings"], "slug" | "status" | "publish_at" | "department" | "closes_at">;

/** Nothing public shows a draft or an internal opening, and only its own page shows a closed one. */
async function purgeChanged(scope: SaveScope, draft: OpeningDraft, before: Before): Promise<void> {
  if (before.status !== "published" && before.status !== "closed") return;
  const isElsewhere =
    before.slug !== draft.slug || before.department !== draft.department || before.closes_at !== draft.closesAt;
  if (isElsewhere) return purgeOpenings(scope, ["jobs"]);
  return purgeOpenings(scope, [`job:${before.slug}`, ...(before.status === "published" ? ["jobs-edits"] : [])]);
}

/** Only a draft may lack what an opening must say. */
function refuseIncomplete(draft: OpeningDraft, job: Before): void {
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

/**
 * Purges the cached pages with one of `tags`: "jobs" is on every page of jobs, for another set or order of openings;
 * "job:SLUG" is on those that show this one, "jobs-edits" on those that any text may change (the list with its filters,
 * the sitemap). If the purge fails the change still stands: the caches expire by themselves.
 */
export async function purgeOpenings({ ctx, log }: SaveScope, tags: string[]): Promise<void> {
  await purgeTags(ctx, tags).catch((error: unknown) => log.error("purge failed", error, { tags }));
}
