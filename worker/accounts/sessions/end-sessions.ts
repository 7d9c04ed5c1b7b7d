/** What the owner of an account sees of its sessions, and ends. */
import { runRecorded } from "#worker/audit/run-versioned.ts";
import { isFlagged } from "#worker/audit/unusual.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isLive, revokeSession } from "./sessions.ts";

/**
 * The query of the account's sessions that have not ended, the last used first. A session is renewed while it is used,
 * when its access token has a minute left, so `refreshed_at` is at most five minutes older than its last use.
 */
export function selectOpenSessions(db: Db, user: AccountId) {
  return db
    .selectFrom("sessions")
    .select(["id", "device", "place", "created_at", "refreshed_at"])
    .select(isFlagged("sessions.id", "new country").as("is_new_country"))
    .where("account_id", "=", user)
    .where(isLive(now()))
    .orderBy("refreshed_at", "desc");
}

interface OwnSession {
  user: AccountId;
  sessionId: SessionId;
}

/**
 * Ends one session of the account.
 * @throws {ConflictError} when it has ended already, or is of another account
 */
export async function endSession(
  db: Db,
  { user, sessionId }: OwnSession,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const rows = selectOpenSessions(db, user).clearOrderBy().where("id", "=", sessionId);
  await runRecorded(db, {
    actor: user,
    requestId,
    subject: sessionId,
    audit: { action: "session.ended", detail: { by: "owner" } },
    given: { rows, conflict: "That session has ended already." },
    queries: [revokeSession(db, { sessionId, reason: "ended" })],
  });
}

/**
 * Ends every session of the account but this one.
 * @throws {ConflictError} when there is no other
 */
export async function endOtherSessions(
  db: Db,
  { user, sessionId }: OwnSession,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const rows = selectOpenSessions(db, user).clearOrderBy().where("id", "<>", sessionId);
  const end = db
    .updateTable("sessions")
    .set({ revoked_at: now(), revoked_reason: "ended" })
    .where("account_id", "=", user)
    .where("id", "<>", sessionId)
    .where("revoked_at", "is", null);
  await runRecorded(db, {
    actor: user,
    requestId,
    subject: user,
    audit: { action: "sessions.ended", detail: { by: "owner" } },
    given: { rows, conflict: "There is no other session any longer." },
    queries: [end],
  });
}
