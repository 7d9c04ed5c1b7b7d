import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { clockTolerance, longestDelay } from "./lifetimes.ts";

/**
 * Deletes what belongs to these visitors, messages that could not be stored included. Views are searched from the time of
 * the earliest stored record, less `longestDelay` for a record that came late and a day for its views. For an unknown id
 * nothing is searched.
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
    // The same expression as in the index dead_letters_by_visitor.
    db
      .deleteFrom("dead_letters")
      .where(sql<string>`coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id')`, "in", listed),
  ];
}
