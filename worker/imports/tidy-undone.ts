import { type RawBuilder, sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { TagId } from "../db/insights-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { planPurgeOfAll } from "#worker/insights/purge-insight.ts";
import { sendPurge } from "../insights/purges.ts";
import { removeTopic } from "../insights/taxonomy/merge-topic.ts";
import { tableOf } from "../insights/taxonomy/topic-table.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { deleteItem } from "../media/library/change-item.ts";

/** Most parts that one run takes; the next hour takes more. */
const mostAtOnce = 100;

/**
 * Deletes what imports have made that were taken back, once no article has it any longer: authors, categories and tags
 * that nobody has changed, and files. Articles in the trash keep theirs, and so do changes that are not published. Pages
 * are purged once for all of them. Returns how many, for the log.
 */
export async function tidyUndone(
  db: Db,
  scope: Pick<RequestScope, "ctx" | "env" | "log" | "requestId">,
  only?: ImportId,
): Promise<{ deleted: number } | void> {
  const unused = await selectUnused(db, only).execute();
  if (unused.length === 0) return;
  const purge = unused.some(({ kind }) => kind !== "media" && kind !== "redirect") ? planPurgeOfAll(db) : null;
  // First, so that pages are purged even if this Worker ends in the middle.
  if (purge) await runBatch(db, [purge.query]);
  let deleted = 0;
  const done: (typeof unused)[number][] = [];
  for (const part of unused) {
    const { kind, undone_by: actor } = part;
    try {
      if (kind === "media") deleted += await deleteFile(db, { id: part.part as MediaItemId, actor }, scope);
      else if (kind !== "redirect")
        deleted += await dropTopic(db, { kind, id: part.part as TagId, version: part.version, actor }, scope);
      done.push(part);
    } catch (error) {
      // Somebody has begun to use it.
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    }
  }
  const keys = JSON.stringify(done.map(({ import_id, kind, part }) => [import_id, kind, part]));
  const noted = sql`DELETE FROM import_parts WHERE (import_id, kind, part) IN (
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`;
  await noted.execute(db);
  if (purge) await sendPurge(db, purge, scope);
  return { deleted };
}

interface LeftTopic {
  kind: TopicKind;
  id: TagId;
  /** As the import has left it. */
  version: number;
  actor: AccountId | null;
}

/** Deletes an author, a category or a tag that nobody has changed since the import; says how many that were. */
async function dropTopic(
  db: Db,
  { kind, id, version, actor }: LeftTopic,
  { env, log, requestId }: Pick<RequestScope, "env" | "log" | "requestId">,
): Promise<number> {
  const columns = kind === "author" ? (["version", "photo"] as const) : (["version"] as const);
  const row: { version: number; photo?: string | null } | undefined = await db
    .selectFrom(tableOf(kind))
    .select(columns as readonly "version"[])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row?.version !== version) return 0;
  const given = sql<boolean>`NOT ${isNamedByChanges(sql`${id}`)}`;
  await removeTopic<TopicKind>(db, kind, { id, version, actor, given }, { requestId });
  if (row.photo)
    await env.MEDIA.delete(row.photo).catch((error: unknown) => log.error("photograph not deleted", error));
  return 1;
}

async function deleteFile(
  db: Db,
  { id, actor }: { id: MediaItemId; actor: AccountId | null },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const row = await db
    .selectFrom("media_items")
    .select("version")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return 0;
  await deleteItem(db, { id, version: row.version, actor, requestId });
  return 1;
}

/** True of the id of a category, an author or a tag that the newest revision of an article names, which no reader sees yet. */
function isNamedByChanges(id: RawBuilder<unknown>): RawBuilder<boolean> {
  const changes = sql`insights INDEXED BY insights_with_changes
    JOIN insight_revisions ON insight_revisions.insight_id = insights.id AND insight_revisions.version = insights.edited_version`;
  return sql<boolean>`(${id} IN (
    SELECT content ->> '$.categoryId' FROM ${changes} WHERE edited_version <> shown_version
    UNION SELECT value FROM ${changes}, json_each(content, '$.authorIds') WHERE edited_version <> shown_version
    UNION SELECT value FROM ${changes}, json_each(content, '$.tagIds') WHERE edited_version <> shown_version))`;
}

/** The parts of imports that were taken back which no article has. */
export function selectUnused(db: Db, only?: ImportId) {
  const isUnused = sql<boolean>`CASE import_parts.kind
    WHEN 'redirect' THEN 1
    WHEN 'media' THEN NOT EXISTS (SELECT 1 FROM media_uses WHERE item_id = part)
    ELSE NOT (CASE import_parts.kind
      WHEN 'author' THEN EXISTS (SELECT 1 FROM insight_authors WHERE author_id = part)
      WHEN 'category' THEN EXISTS (SELECT 1 FROM insights WHERE category_id = part)
      ELSE EXISTS (SELECT 1 FROM insight_tags WHERE tag_id = part) END)
      AND NOT ${isNamedByChanges(sql`part`)} END`;
  return db
    .selectFrom("imports")
    .innerJoin("import_parts", "import_parts.import_id", "imports.id")
    .select(["import_id", "import_parts.kind", "part", "import_parts.version", "undone_by"])
    .where("undone_at", "is not", null)
    .where(isUnused)
    .$if(only !== undefined, (query) => query.where("imports.id", "=", only as ImportId))
    .limit(mostAtOnce);
}
