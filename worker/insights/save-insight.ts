import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { continueVersioned, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, InsightStatus } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { planUses } from "#worker/media/library/uses.ts";
import { alsoGiven, type Attached } from "./attached.ts";
import { planPurgeOfChange, type SaveScope } from "./purge-insight.ts";
import { sendPurge } from "./purges.ts";
import { parseDraft, type InsightDraft } from "./insight-draft.ts";
import { resolveTopics } from "./taxonomy/resolve-topics.ts";
import { planShow, prepareRow, refuseTaken, relateInsight } from "./show-insight.ts";

/** Saves of one writer within this time of the first make one revision, in milliseconds. */
export const revisionSpan = 10 * minute;

interface Save {
  draft: InsightDraft;
  /** Who saves it; null for the seed. */
  actor: AccountId | null;
  /** The name of the API token that it comes by. */
  via?: string;
  /** When it was saved, epoch milliseconds; now by default. */
  at?: number;
}

export interface FurtherSave extends Save {
  id: InsightId;
  version: number;
  /** True makes it a revision of its own, whatever was saved when. */
  isApart?: boolean;
  attached?: Attached;
}

/**
 * Stores a new article as a draft, version 1, and returns its id: a fresh one unless `id` says which.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when its address is taken, or there is an article with this id
 */
export async function createInsight(
  db: Db,
  { id = newId<InsightId>(), draft: written, actor, via, at = now() }: Save & { id?: InsightId },
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<InsightId> {
  const draft = parseDraft(written);
  const row = { id, ...(await prepareRow(db, draft)), status: "draft" as const, publish_at: null };
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    given: {
      rows: sql`(select 1 where not exists (select 1 from insights where id = ${id}))`,
      conflict: savedMeanwhile,
    },
    audit: { action: "post.created", detail: { slug: draft.slug, ...(via && { via }) } },
    queries: [
      db.insertInto("insights").values({ ...row, created_at: at, updated_at: at, edited_at: at, edited_by: actor }),
      ...storeRevision(db, { id, version: 1, draft, actor, at, startedAt: at }),
      ...relateInsight(db, id, draft),
    ],
  }).catch(refuseTaken);
  return id;
}

/**
 * Stores a further revision of the article `id`, which must still be at `version`. What readers see stays as it is until
 * `publishInsight`; a draft, which they do not see, shows the revision at once. A save within ten minutes of the first of
 * the same writer takes the place of their last, unless that one has a name or is what readers see. Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has saved since, or a draft's address is taken, or it lies in the trash
 * @throws {NotFoundError} when the article is gone
 */
export async function saveDraft(
  db: Db,
  { id, version, draft: written, actor, via, at = now(), isApart = false, attached }: FurtherSave,
  scope: SaveScope,
): Promise<number> {
  const draft = await resolveTopics(db, id, parseDraft(written));
  const before = await readBefore(db, id, draft);
  const shown = before.status === "draft" ? await planShow(db, { id, draft, before, at }) : null;
  const next = version + 1;
  const continues =
    !isApart &&
    actor !== null &&
    before.last_by === actor &&
    before.last_name === null &&
    at - before.last_started_at < revisionSpan &&
    (before.status === "draft" || before.edited_version !== before.shown_version);
  const change = {
    table: "insights" as const,
    id,
    version,
    where: alsoGiven(keepsState(before), attached),
    set: {
      ...shown?.set,
      edited_version: next,
      ...(shown && { shown_version: next }),
      edited_at: at,
      edited_by: actor,
    },
    conflict: savedMeanwhile,
    queries: [
      ...(continues
        ? [db.deleteFrom("insight_revisions").where("insight_id", "=", id).where("version", "=", before.edited_version)]
        : []),
      ...storeRevision(db, { id, version: next, draft, actor, at, startedAt: continues ? before.last_started_at : at }),
      ...(shown?.queries ?? []),
      ...(attached?.queries ?? []),
    ],
  };
  const audit = { action: "post.saved" as const, detail: { slug: draft.slug, version: next, ...(via && { via }) } };
  await (
    continues
      ? continueVersioned(db, change)
      : runVersioned(db, { ...change, audit, actor, requestId: scope.requestId })
  ).catch(refuseTaken);
  return next;
}

/**
 * Stores a further revision of the article `id`, which must still be at `version`, and shows it: readers of a published
 * article see it at once. An article that they may know leaves a redirect at its old address. Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has saved since, or its address is taken, or it lies in the trash
 * @throws {NotFoundError} when the article is gone
 */
export async function saveInsight(
  db: Db,
  { id, version, draft: written, actor, via, at = now(), attached }: FurtherSave,
  scope: SaveScope,
): Promise<number> {
  const draft = await resolveTopics(db, id, parseDraft(written));
  const before = await readBefore(db, id, draft);
  const { set, queries } = await planShow(db, { id, draft, before, at });
  const next = version + 1;
  const purge = planPurgeOfChange(db, before, draft);
  await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table: "insights",
    id,
    version,
    where: alsoGiven(keepsState(before), attached),
    set: { ...set, edited_version: next, shown_version: next, edited_at: at, edited_by: actor },
    audit: { action: "post.saved", detail: { slug: draft.slug, version: next, ...(via && { via }) } },
    conflict: savedMeanwhile,
    queries: [
      ...storeRevision(db, { id, version: next, draft, actor, at, startedAt: at }),
      ...queries,
      ...(attached?.queries ?? []),
      ...(purge ? [purge.query] : []),
    ],
  }).catch(refuseTaken);
  if (purge) await sendPurge(db, purge, scope);
  return next;
}

const savedMeanwhile = "Somebody else has saved this article since you opened it.";

/**
 * What a save of a draft must know of the article as it stands.
 * @throws {InvalidInputError} when its pictures are not stored any more
 */
async function readBefore(db: Db, id: InsightId, { pictures }: InsightDraft) {
  const keys = pictures ? [...new Set([pictures.wide, pictures.card, pictures.share])] : [];
  const stored = sql<number>`(SELECT count(*) FROM media WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)})))`;
  const tags = sql<string>`(SELECT json_group_array(tag_id ORDER BY tag_id) FROM insight_tags WHERE insight_id = insights.id)`;
  const authors = sql<string>`(SELECT json_group_array(author_id ORDER BY position) FROM insight_authors WHERE insight_id = insights.id)`;
  const row = await db
    .selectFrom("insights")
    .innerJoin("insight_revisions", (join) =>
      join.onRef("insight_id", "=", "insights.id").onRef("insight_revisions.version", "=", "edited_version"),
    )
    .select([
      "slug",
      "status",
      "category_id",
      "featured",
      "noindex",
      "trashed_at",
      "edited_version",
      "shown_version",
      "saved_by as last_by",
      "started_at as last_started_at",
      "insight_revisions.name as last_name",
      tags.as("tags"),
      authors.as("authors"),
      stored.as("stored"),
    ])
    .where("insights.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.trashed_at !== null) throw new ConflictError("This article lies in the trash. Restore it first.");
  // Drawings that nobody has named for their term are gone.
  if (row.stored < keys.length)
    throw new InvalidInputError({ pictures: ["This cover is no longer stored. Draw it again."] });
  return row;
}

/** The state that a save was planned for. */
function keepsState({ slug, status }: { slug: string; status: InsightStatus }) {
  return sql<boolean>`slug = ${slug} and status = ${status} and trashed_at is null`;
}

interface Revision {
  id: InsightId;
  version: number;
  draft: InsightDraft;
  actor: AccountId | null;
  at: number;
  startedAt: number;
}

/** The queries that store a revision as the newest one. */
export function storeRevision(db: Db, { id, version, draft, actor, at, startedAt }: Revision) {
  const content = JSON.stringify(draft);
  return [
    db
      .insertInto("insight_revisions")
      .values({ insight_id: id, version, saved_at: at, saved_by: actor, started_at: startedAt, content }),
    ...planUses(db, { id, content, places: ["newest"] }),
  ];
}
