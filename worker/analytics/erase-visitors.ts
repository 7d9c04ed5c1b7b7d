import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { clockTolerance, longestDelay } from "./lifetimes.ts";

/**
 * Deletes what belongs to these visitors. The record that was stored first may have been received `longestDelay` after
 * one that came late, and a view may be a day older than its record. An unknown id searches nothing. Messages that could
 * not be stored go too.
 */
export function eraseVisitors(db: Db, ids: readonly string[]): Compilable[] {
  const listed = sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
  const since = db
    .selectFrom("visitors")
    .select((row) => sql<number>`${row.fn.min("received_at")} - ${longestDelay + clockTolerance}`.as("since"))
    .where("visitor_id", "in", listed);
  return [
    db.deleteFrom("page_views").where("viewed_at", ">=", since).where("visitor_id", "in", listed),
    db.deleteFrom("visitors").where("visitor_id", "in", listed),
    // As the index of migrations/0012_retention.sql has it.
    db
      .deleteFrom("dead_letters")
      .where(sql<string>`coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id')`, "in", listed),
  ];
}
