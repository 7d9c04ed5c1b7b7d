import { sql } from "kysely";
import type { TopicKind } from "#app/shared/topic.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
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

interface Brought {
  importId: ImportId;
  /** Files of the library, new ones and such as were there. */
  files: readonly MediaItemId[];
  actor: UserId;
}

/**
 * Notes which files came with an import: those that its owner has added since it began, and those of imports that were
 * taken back. They are noted for an import that was taken back meanwhile, too, so that they go with it.
 */
export async function noteFiles(db: Db, { importId, files, actor }: Brought): Promise<void> {
  const added = db
    .insertInto("import_parts")
    .columns(["import_id", "kind", "part"])
    .expression(
      sql`SELECT imports.id, 'media', media_items.id FROM imports, json_each(${JSON.stringify(files)})
        JOIN media_items ON media_items.id = value
        WHERE imports.id = ${importId} AND created_by = ${actor} AND created_at >= started_at`,
    )
    .onConflict((conflict) => conflict.doNothing());
  await runBatch(db, [takeOver(db, { importId, kind: "media", ids: files }), added]);
}
