import { sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { judgeWhen } from "#worker/audit/unusual.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readSessionOrigin } from "../sessions/session-origin.ts";

/**
 * How many refusals of an hour stand in the audit log: for one account, and for all that are about none. So nobody fills
 * the log by guessing. What is past it is in the logs alone.
 */
export const recordedRefusals = { account: 20, strangers: 60 };

/** How many refusals within an hour on one account are many. */
const manyRefusals = 5;

interface Refusal {
  /** The account that it is about; null where there is none, or nobody can tell. */
  user: AccountId | null;
  /** The account that is signed in and was to confirm who it is; null where somebody signs in. */
  confirms?: AccountId | null;
  request: Request;
  /** What was given. */
  by: "password" | "code" | "passkey" | "company sign-in";
  /** What was wrong with it, where that says more: words of ours, never of a request. */
  why?: string;
}

/**
 * Records that a proof of who somebody is was refused, when its attempt was counted: never the address or what was typed.
 * The work is the same with and without an account. A database that fails keeps nobody from their answer.
 */
export async function recordRefusal(
  db: Db,
  { user, confirms = null, request, by, why }: Refusal,
  { env, requestId, log }: RequestScope,
): Promise<void> {
  const { device, place, country } = readSessionOrigin(request, env);
  const subject = confirms ?? user;
  const before = sql<number>`(select count(*) from audit_log where subject_id is ${subject} and at > ${now() - hour}
    and action in ('session.refused', 'session.confirmation_refused'))`;
  const most = subject === null ? recordedRefusals.strangers : recordedRefusals.account;
  // Of strangers the last entry is flagged: it says that there were more.
  const flagged = subject === null ? most : manyRefusals;
  const entry = {
    action: confirms === null ? "session.refused" : "session.confirmation_refused",
    actor: confirms,
    subject,
    requestId,
    detail: { device, place, country, by, ...(why !== undefined && { why }) },
    unusual: judgeWhen(sql`${before} = ${flagged - 1}`, "many failures"),
  } as const;
  const room = db.selectNoFrom(sql.lit(1).as("room")).where(sql<boolean>`${before} < ${most}`);
  try {
    await recordAuditWhen(db, room, entry).execute();
  } catch (error) {
    log.error("refusal not recorded", error);
  }
}
