import { type Expression, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Database } from "../db/tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { AuditAction } from "../subjects.ts";
import { judgeAction, type Unusual } from "./unusual.ts";

/** Further facts; never anything about a visitor. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

interface AuditEntry {
  /** One of the `auditActions` of a subject. */
  action: AuditAction;
  /** Who did it; null for nobody signed in. */
  actor: AccountId | null;
  /** Id of what it was done to. */
  subject: string | null;
  requestId: string;
  detail?: AuditDetail;
  /** Why it is worth a look, as SQL, where the action alone does not say so. */
  unusual?: RawBuilder<Unusual | null>;
}

/** The query that records `entry`; goes into the same `runBatch` as its change. */
export function recordAudit(db: Db, entry: AuditEntry): InsertQueryBuilder<Database, "audit_log", InsertResult> {
  return db.insertInto("audit_log").values({
    id: newId(),
    at: now(),
    actor_id: entry.actor,
    action: entry.action,
    subject_id: entry.subject,
    request_id: entry.requestId,
    ...(entry.detail && { detail: JSON.stringify(entry.detail) }),
    unusual: entry.unusual ?? judgeAction(entry),
  });
}

interface ConditionalEntry extends Omit<AuditEntry, "actor" | "subject"> {
  actor: AccountId | null | RawBuilder<AccountId | null>;
  subject: string | null | RawBuilder<string | null>;
}

/**
 * As `recordAudit`, but actor and subject may be sub-queries, and it records nothing when `rows` (a sub-query) is empty at that
 * point of the batch. With `countAs` the detail also holds, under that name, how many rows there are.
 */
export function recordAuditWhen(
  db: Db,
  rows: Expression<unknown>,
  { actor, subject, ...entry }: ConditionalEntry,
  { countAs }: { countAs?: string } = {},
): InsertQueryBuilder<Database, "audit_log", InsertResult> {
  const detail = sql.val(JSON.stringify(entry.detail ?? {}));
  const counted = sql<string>`json_set(${detail}, ${`$.${countAs}`}, (select count(*) from ${rows}))`;
  return db
    .insertInto("audit_log")
    .columns(["id", "at", "actor_id", "action", "subject_id", "request_id", "detail", "unusual"])
    .expression(
      db
        .selectNoFrom([
          sql.val(newId()).as("id"),
          sql.val(now()).as("at"),
          (isId(actor) ? sql.val(actor) : actor).as("actor_id"),
          sql.val(entry.action).as("action"),
          (isId(subject) ? sql.val(subject) : subject).as("subject_id"),
          sql.val(entry.requestId).as("request_id"),
          (countAs === undefined ? detail : counted).as("detail"),
          (entry.unusual ?? judgeAction({ action: entry.action, actor: isId(actor) ? actor : null })).as("unusual"),
        ])
        .where(({ exists }) => exists(rows)),
    );
}

function isId<Id extends string>(given: Id | null | RawBuilder<Id | null>): given is Id | null {
  return given === null || typeof given === "string";
}
