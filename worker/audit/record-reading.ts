import { type RawBuilder, sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { recordAuditWhen } from "./record.ts";

interface Reading {
  action: "application.read" | "enquiry.read";
  actor: AccountId;
  /** Id of what is read. */
  subject: string;
  requestId: string;
  /** True while there is something to read; SQL. */
  given?: RawBuilder<boolean>;
}

/** Somebody who looks at the same thing again within so many milliseconds is reading on. */
const readingOn = hour;

/** The query that records that somebody reads what a visitor or a candidate wrote: once an hour, however often it is opened. */
export function recordReading(db: Db, { action, actor, subject, requestId, given = sql<boolean>`true` }: Reading) {
  const fresh = sql`(select 1 where ${given} and not exists (select 1 from audit_log where subject_id = ${subject}
    and at > ${now() - readingOn} and actor_id = ${actor} and action in (${action}, 'application.opened')))`;
  return recordAuditWhen(db, fresh, { action, actor, subject, requestId });
}
