import { sql } from "kysely";
import type { TopicKind } from "#shared/insights/topic.ts";
import type { Db } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";

interface Found {
  importId: ImportId;
  kind: TopicKind | "media";
  ids: readonly string[];
}

/**
 * The query that makes what an import has found here its own, where an import that was taken back had made it: as long as
 * this one stands, it is no longer tidied up.
 */
export function takeOver(db: Db, { importId, kind, ids }: Found) {
  const query = sql`UPDATE OR REPLACE import_parts SET import_id = ${importId}
    WHERE import_id IN (SELECT id FROM imports WHERE undone_at IS NOT NULL)
    AND kind = ${kind} AND part IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return { compile: () => query.compile(db) };
}

/**
 * The query that notes that an import brings the file `item`. It belongs to the transaction that makes the file, so that
 * what was in the library before, or came from elsewhere, is never noted. An import that was taken back meanwhile has it,
 * too: the file goes with it.
 */
export function planFile(db: Db, { importId, item }: { importId: ImportId; item: MediaItemId }) {
  return db
    .insertInto("import_parts")
    .columns(["import_id", "kind", "part"])
    .expression(sql`SELECT id, 'media', ${item} FROM imports WHERE id = ${importId}`);
}

/** Takes a file out of all imports that have brought it: somebody has also uploaded it, so it stays when they are taken back. */
export async function keepFile(db: Db, item: MediaItemId): Promise<void> {
  const own = sql`DELETE FROM import_parts
    WHERE (import_id, kind, part) IN (SELECT id, 'media', ${item} FROM imports)`;
  await own.execute(db);
}
