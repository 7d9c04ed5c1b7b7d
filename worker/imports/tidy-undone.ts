import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { TopicKind } from "#app/shared/topic.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { TagId } from "../db/insights-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import { deleteTopic } from "../insights/taxonomy/merge-topic.ts";
import { tableOf } from "../insights/taxonomy/topic-table.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { deleteItem } from "../media/library/change-item.ts";

/** Most parts that one run takes; the next hour takes more. */
const mostAtOnce = 100;

/**
 * Deletes what imports have made that were taken back, once no article has it any longer: authors, categories and tags
 * that nobody has changed, and files. Articles in the trash keep theirs. Returns how many, for the log.
 */
export async function tidyUndone(
  db: Db,
  scope: Pick<RequestScope, "ctx" | "log" | "requestId">,
  only?: ImportId,
): Promise<{ deleted: number }> {
  const unused = await selectUnused(db, only).execute();
  let deleted = 0;
  for (const { import_id, kind, part, undone_by: actor } of unused) {
    try {
      if (kind === "media") deleted += await deleteFile(db, { id: part as MediaItemId, actor }, scope);
      else if (kind !== "redirect") deleted += await dropTopic(db, { kind, id: part as TagId, actor }, scope);
    } catch (error) {
      // Somebody has begun to use it.
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
      continue;
    }
    await db
      .deleteFrom("import_parts")
      .where("import_id", "=", import_id)
      .where("kind", "=", kind)
      .where("part", "=", part)
      .execute();
  }
  return { deleted };
}

/** Deletes an author, a category or a tag as the import has left it; says how many that were. */
async function dropTopic(
  db: Db,
  { kind, id, actor }: { kind: TopicKind; id: TagId; actor: UserId | null },
  scope: Pick<RequestScope, "ctx" | "log" | "requestId">,
): Promise<number> {
  const row = await db.selectFrom(tableOf(kind)).select("version").where("id", "=", id).executeTakeFirst();
  if (row?.version !== 1) return 0;
  await deleteTopic<TopicKind>(db, kind, { id, version: 1, actor }, scope);
  return 1;
}

async function deleteFile(
  db: Db,
  { id, actor }: { id: MediaItemId; actor: UserId | null },
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

/** The parts of imports that were taken back which no article has. */
export function selectUnused(db: Db, only?: ImportId) {
  const isUnused = sql<boolean>`CASE import_parts.kind
    WHEN 'author' THEN NOT EXISTS (SELECT 1 FROM post_authors WHERE author_id = part)
    WHEN 'category' THEN NOT EXISTS (SELECT 1 FROM posts WHERE category_id = part)
    WHEN 'tag' THEN NOT EXISTS (SELECT 1 FROM post_tags WHERE tag_id = part)
    WHEN 'media' THEN NOT EXISTS (SELECT 1 FROM media_uses WHERE item_id = part)
    ELSE 1 END`;
  return db
    .selectFrom("imports")
    .innerJoin("import_parts", "import_parts.import_id", "imports.id")
    .select(["import_id", "import_parts.kind", "part", "undone_by"])
    .where("undone_at", "is not", null)
    .where(isUnused)
    .$if(only !== undefined, (query) => query.where("imports.id", "=", only as ImportId))
    .limit(mostAtOnce);
}
