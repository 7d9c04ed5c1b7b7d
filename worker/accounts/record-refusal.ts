import { sql } from "kysely";
import { hour } from "#app/shared/durations.ts";
import { recordAuditWhen } from "../audit/record.ts";
import { judgeWhen } from "../audit/unusual.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readSessionOrigin } from "./session-origin.ts";

/**
 * How many refused sign-ins of an hour stand in the audit log: for one account, and for all addresses without one. So
 * nobody fills the log by guessing. What is past it is in the logs alone.
 */
export const recordedRefusals = { account: 20, strangers: 60 };

/** How many refused sign-ins within an hour on one account are many. */
const manyRefusals = 5;

interface Refusal {
  /** The account that the address belongs to; null where it has none. */
  user: UserId | null;
  request: Request;
}

/**
 * Records a sign-in that was refused after its attempt was counted: never the address or what was typed. The work is
 * the same with and without an account. A database that fails keeps nobody from their answer.
 */
export async function recordRefusal(db: Db, { user, request }: Refusal, { env, requestId, log }: RequestScope) {
  const { device, place, country } = readSessionOrigin(request, env);
  const before = sql<number>`(select count(*) from audit_log
    where subject_id is ${user} and at > ${now() - hour} and action = 'session.refused')`;
  const most = user === null ? recordedRefusals.strangers : recordedRefusals.account;
  // Of strangers the last entry is flagged: it says that there were more.
  const flagged = user === null ? most : manyRefusals;
  const entry = {
    action: "session.refused",
    actor: null,
    subject: user,
    requestId,
    detail: { device, place, country },
    unusual: judgeWhen(sql`${before} = ${flagged - 1}`, "many failures"),
  } as const;
  const room = db.selectNoFrom(sql.lit(1).as("room")).where(sql<boolean>`${before} < ${most}`);
  try {
    await recordAuditWhen(db, room, entry).execute();
  } catch (error) {
    log.error("refused sign-in not recorded", error);
  }
}
