import { type Compilable, sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { Db } from "#worker/db/client.ts";
import { planArchiveErasure } from "./archive/plan-erasure.ts";
import { clockTolerance, longestDelay } from "./lifetimes.ts";
import { hashToNumber } from "./visit-key.ts";

/**
 * Deletes what belongs to these visitors, messages that could not be stored included; days whose visits go are no longer
 * rolled, and forms that were sent no longer say in which visit. Visits are searched from when these visitors were first heard
 * of, less a day for their clocks, to the end of what is known of them. For an unknown number nothing is searched. The audit
 * entry says how many visits went, and not whose. Days that only the archive has are left to its job.
 */
export async function eraseVisitors(db: Db, ids: readonly string[], requestId: string): Promise<Compilable[]> {
  const keys = await Promise.all(ids.map(hashToNumber));
  const listed = sql<number>`(select cast(value as integer) from json_each(${JSON.stringify(keys)}))`;
  const numbers = sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
  const visits = selectVisitsOf(db, keys);
  const events = visits.select(["started_at", "visit_no"]);
  const former = db
    .selectFrom("former_visitors")
    .select((row) => sql<number>`${row.fn.min("received_at")} - ${longestDelay + clockTolerance}`.as("since"))
    .where("visitor_id", "in", numbers);
  const entry = { action: "visitors.erased", actor: null, subject: null, requestId } as const;
  return [
    recordAuditWhen(db, events, entry, { countAs: "visits" }),
    // The day of each visit: the last that began before it.
    db
      .deleteFrom("rolled_days")
      .where(
        "day",
        "in",
        sql<number>`(select (select max(day) from rolled_days where day <= gone.started_at) from (${events}) as gone)`,
      ),
    db
      .updateTable("conversions")
      .set({ started_at: null, visit_no: null })
      .where("started_at", "is not", null)
      .where(sql<boolean>`(started_at, visit_no) in (${events})`),
    planArchiveErasure(db, listed),
    db.deleteFrom("visit_events").where(sql<boolean>`(started_at, visit_no) in (${events})`),
    db.deleteFrom("visits").where(sql<boolean>`(started_at, visit_no) in (${events})`),
    db.deleteFrom("visitors").where("visitor", "in", listed),
    db.deleteFrom("former_views").where("viewed_at", ">=", former).where("visitor_id", "in", numbers),
    db.deleteFrom("former_visitors").where("visitor_id", "in", numbers),
    // The same expression as in the index dead_letters_by_visitor.
    db
      .deleteFrom("dead_letters")
      .where(sql<string>`coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id')`, "in", numbers),
  ];
}

/** Visits of these visitors (decimals), found by the time in which they came. */
export function selectVisitsOf(db: Db, keys: readonly string[]) {
  const listed = sql<number>`(select cast(value as integer) from json_each(${JSON.stringify(keys)}))`;
  const known = db.selectFrom("visitors").where("visitors.visitor", "in", listed);
  return db
    .selectFrom("visits")
    .where("started_at", ">=", known.select(sql<number>`min(received_at) - ${clockTolerance}`.as("since")))
    .where("started_at", "<=", known.select(sql<number>`max(idle_since)`.as("until")))
    .where("visits.visitor", "in", listed);
}
