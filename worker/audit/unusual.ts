/** What makes an entry of the audit log worth a look. It is decided when the entry is written, from what is known then. */
import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { now } from "../lib/clock.ts";
import type { AuditAction } from "../subjects.ts";

export type Unusual = "new country" | "many failures" | "many exports" | "copied session" | "account taken over";

/** How many exports by one person within a day are many. */
const manyExports = 3;

/** Actions that are unusual whenever they happen. */
const alwaysUnusual: Partial<Record<AuditAction, Unusual>> = {
  "session.reuse_detected": "copied session",
  "user.taken_over": "account taken over",
};

const never = sql<Unusual | null>`null`;

/** Why an entry of `action` by `actor` is unusual, as SQL; null for most. Other reasons are its writer's to give. */
export function judgeAction({
  action,
  actor,
}: {
  action: AuditAction;
  actor: AccountId | null;
}): RawBuilder<Unusual | null> {
  const always = alwaysUnusual[action];
  if (always) return sql`${always}`;
  if (actor === null || !action.endsWith(".exported")) return never;
  const before = sql`select count(*) from audit_log
    where actor_id = ${actor} and at > ${now() - day} and action like '%.exported'`;
  return judgeWhen(sql`(${before}) >= ${manyExports - 1}`, "many exports");
}

/** `why` where `condition` holds, as SQL. */
export function judgeWhen(condition: RawBuilder<unknown>, why: Unusual): RawBuilder<Unusual | null> {
  return sql`case when ${condition} then ${why} end`;
}

/** True where an entry about the record whose id is in `column` was recorded as unusual for that reason, as SQL. */
export function isFlagged(column: string, why: Unusual): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from audit_log as entry where entry.subject_id = ${sql.ref(column)} and entry.unusual = ${why})`;
}
