import { type Expression, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Database } from "../db/tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { AuditAction } from "../subjects.ts";

/** Further facts; never anything about a visitor. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

interface AuditEntry {
  /** One of the `auditActions` of a subject. */
  action: AuditAction;
  /** Who did it; null for nobody signed in. */
  actor: UserId | null;
  /** Id of what it was done to. */
  subject: string | null;
  requestId: string;
  detail?: AuditDetail;
}

/** The query that records `entry`; goes into the same `runBatch` as the change it tells of. */
export function recordAudit(db: Db, entry: AuditEntry): InsertQueryBuilder<Database, "audit_log", InsertResult> {
  return db.insertInto("audit_log").values({
    id: newId(),
    at: now(),
    actor_id: entry.actor,
    action: entry.action,
    subject_id: entry.subject,
    request_id: entry.requestId,
    ...(entry.detail && { detail: JSON.stringify(entry.detail) }),
  });
}

/**
 * As `recordAudit`, but records nothing when `rows` (a sub-query) is empty at that point of the batch. With `countAs`
 * the detail also holds, under that name, how many rows there are.
 */
export function recordAuditWhen(
  db: Db,
  rows: Expression<unknown>,
  entry: AuditEntry,
  { countAs }: { countAs?: string } = {},
): InsertQueryBuilder<Database, "audit_log", InsertResult> {
  const detail = sql.val(JSON.stringify(entry.detail ?? {}));
  const counted = sql<string>`json_set(${detail}, ${`$.${countAs}`}, (select count(*) from ${rows}))`;
  return db
    .insertInto("audit_log")
    .columns(["id", "at", "actor_id", "action", "subject_id", "request_id", "detail"])
    .expression(
      db
        .selectNoFrom([
          sql.val(newId()).as("id"),
          sql.val(now()).as("at"),
          sql.val(entry.actor).as("actor_id"),
          sql.val(entry.action).as("action"),
          sql.val(entry.subject).as("subject_id"),
          sql.val(entry.requestId).as("request_id"),
          (countAs === undefined ? detail : counted).as("detail"),
        ])
        .where(({ exists }) => exists(rows)),
    );
}
