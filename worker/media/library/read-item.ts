import { sql } from "kysely";
import { z } from "zod";
import type { MediaSummary } from "#shared/media/media-library.ts";
import { type Db, firstRow, readRows, runBatch } from "../../db/client.ts";
import type { LibraryType, MediaItemId } from "../../db/media-tables.ts";
import { summaryColumns } from "./list-items.ts";

/** True for text that can be the id of an item. */
export function isItemId(text: string): text is MediaItemId {
  return z.uuid().safeParse(text).success;
}

interface SummaryRow {
  id: MediaItemId;
  key: string;
  file_key: string;
  name: string;
  type: LibraryType;
  bytes: number;
  width: number;
  height: number;
  alt: string;
  caption: string;
  focus_x: number;
  focus_y: number;
  version: number;
  preview: string | null;
}

/** An item as browsers get it. */
export function toSummary({ key, file_key, preview, focus_x, focus_y, ...row }: SummaryRow): MediaSummary {
  const { id, name, type, bytes, width, height, alt, caption, version } = row;
  const shown = type === "application/pdf" ? null : `/media/${preview ?? file_key}`;
  const focus = { x: focus_x, y: focus_y };
  return { id, name, src: `/media/${key}`, preview: shown, type, bytes, width, height, alt, caption, focus, version };
}

/** The item `id` as browsers get it; null when it is not there. */
export async function readSummary(db: Db, id: MediaItemId): Promise<MediaSummary | null> {
  const row = await db.selectFrom("media_items").select(summaryColumns).where("id", "=", id).executeTakeFirst();
  return row ? toSummary(row) : null;
}

/** The names of these items, deleted ones too; those whose term is over are left out. */
export async function readNames(db: Db, ids: readonly MediaItemId[]) {
  return db.selectFrom("media_items").select(["id", "name"]).where("id", "in", ids).execute();
}

/** Most articles that are listed as using an item. */
const mostUses = 50;

/** An item with where it is used and what it showed before; null when it is not there. Three queries in one round trip. */
export async function readItem(db: Db, id: MediaItemId) {
  const item = db
    .selectFrom("media_items")
    .leftJoin("accounts", "accounts.id", "media_items.created_by")
    .select(summaryColumns)
    .select([
      "media_items.deleted_at",
      "accounts.name as maker_name",
      "accounts.email as maker",
      countBehind().as("behind"),
    ])
    .where("media_items.id", "=", id);
  const uses = selectUses(db, id);
  const former = db
    .selectFrom("media_former")
    .select(["id", "type", "bytes", "width", "height", "replaced_at"])
    .where("item_id", "=", id)
    .orderBy("replaced_at", "desc");
  const results = await runBatch(db, [item, uses, former]);
  const row = readRows(item, results[0])[0];
  if (!row || !firstRow(results[0])) return null;
  return { item: row, uses: readRows(uses, results[1]), former: readRows(former, results[2]) };
}

/** How many articles show a file that was replaced, and are still to be rendered with the present one. As SQL. */
function countBehind() {
  return sql<number>`CASE WHEN stale = 1 THEN (SELECT count(*) FROM media_uses
    WHERE item_id = media_items.id AND insight_id > rendered_to AND place = 'shown') ELSE 0 END`;
}

/** The articles that use an item, by title. */
export function selectUses(db: Db, id: MediaItemId) {
  return db
    .selectFrom("media_uses")
    .innerJoin("insights", "insights.id", "media_uses.insight_id")
    .select(["insights.id", "insights.title", "insights.slug", "insights.status"])
    .select(sql<0 | 1>`max(media_uses.place = 'shown')`.as("is_shown"))
    .where("media_uses.item_id", "=", id)
    .groupBy("insights.id")
    .orderBy("insights.title")
    .limit(mostUses);
}
