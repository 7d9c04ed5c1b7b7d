import { type Compilable, sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { Db } from "#worker/db/client.ts";
import { planArchiveErasure } from "./archive/plan-erasure.ts";
import { now } from "#worker/lib/clock.ts";
import { hashToNumber, type VisitKey } from "./visit-key.ts";
import { findVisitsOf, openDays, packVisits } from "./visitor-days.ts";

/**
 * Deletes what belongs to these visitors, messages that could not be stored included; days whose visits go are no longer
 * rolled, and forms that were sent no longer say in which visit. Their visits are read here, and no more of them is stored
 * once their tombstones are: call it after that. The audit entry says how many visits went, and not whose. Days that only the
 * archive has are left to its job.
 */
export async function eraseVisitors(db: Db, ids: readonly string[], requestId: string): Promise<Compilable[]> {
  const numbers = sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
  return [
    ...(await eraseVisitorKeys(db, await Promise.all(ids.map(hashToNumber)), requestId)),
    // The same expression as in the index failed_messages_by_visitor.
    db
      .deleteFrom("failed_messages")
      .where(sql<string>`coalesce(body ->> '$.visitor.visitor_id', body ->> '$.visitor_id')`, "in", numbers),
  ];
}

/** The same of visitors who are known by the hashes of their numbers alone. */
export async function eraseVisitorKeys(db: Db, keys: readonly string[], requestId: string): Promise<Compilable[]> {
  const listed = sql<number>`(select cast(value as integer) from json_each(${JSON.stringify(keys)}))`;
  const visits = await findVisitsOf(db, keys);
  return [
    ...packVisits(visits).flatMap((pack) => eraseVisits(db, pack, requestId)),
    planArchiveErasure(db, listed),
    noteErased(db, keys),
    db.deleteFrom("visitors").where("visitor", "in", listed),
  ];
}

/** `pack` is JSON, a part of the visits. */
function eraseVisits(db: Db, pack: string, requestId: string): Compilable[] {
  const keys = sql<VisitKey>`(select value ->> 0 as started_at, value ->> 1 as visit_no from json_each(${pack}))`;
  const isListed = sql<boolean>`(started_at, visit_no) in ${keys}`;
  const stored = db.selectFrom("visits").select("visit_no").where(isListed);
  const entry = { action: "visitors.erased", actor: null, subject: null, requestId } as const;
  const open = openDays(sql`gone.started_at`, sql`${keys} as gone`);
  return [
    recordAuditWhen(db, stored, entry, { countAs: "visits" }),
    { compile: () => open.compile(db) },
    db
      .updateTable("conversions")
      .set({ started_at: null, visit_no: null })
      .where("started_at", "is not", null)
      .where(isListed),
    db.deleteFrom("visit_events").where(isListed),
    db.deleteFrom("visits").where(isListed),
  ];
}

/** So that no backup that is restored brings them back. */
function noteErased(db: Db, keys: readonly string[]): Compilable {
  const notes = sql`insert into backup_notes (kind, mark, at)
    select 'visitor', value, ${now()} from json_each(${JSON.stringify(keys)}) where true
    on conflict do update set at = excluded.at`;
  return { compile: () => notes.compile(db) };
}
