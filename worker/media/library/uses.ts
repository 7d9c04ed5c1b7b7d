import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { InsightId } from "../../db/insights-tables.ts";
import { listItemIds } from "./file-names.ts";

/**
 * The queries that keep what the article `id` uses in `places`: what its draft `content` (as JSON) names. They belong to
 * the batch that stores or shows the draft. What is used is no longer deleted.
 */
export function planUses(
  db: Db,
  { id, content, places }: { id: InsightId; content: string; places: readonly ("shown" | "newest")[] },
) {
  const items = JSON.stringify(listItemIds(content));
  const known = sql`SELECT id FROM media_items WHERE id IN (SELECT value FROM json_each(${items}))`;
  return [
    db.deleteFrom("media_uses").where("insight_id", "=", id).where("place", "in", places),
    db
      .insertInto("media_uses")
      .columns(["item_id", "insight_id", "place"])
      .expression(
        sql`SELECT known.id, ${id}, places.value FROM (${known}) AS known, json_each(${JSON.stringify(places)}) AS places`,
      ),
    db
      .updateTable("media_items")
      .set({ deleted_at: null })
      .where("id", "in", sql<never>`(SELECT value FROM json_each(${items}))`)
      .where("deleted_at", "is not", null),
  ];
}
