import { sql } from "kysely";
import { recordAuditWhen } from "#worker/audit/record.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { NotSignedInError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readSessionId } from "../sessions/read-session-id.ts";
import { revokeSession } from "../sessions/sessions.ts";

/**
 * Ends the session of the request's bearer token or cookies. Does nothing for cookies without a session.
 * @throws NotSignedInError when an Authorization header names no session: the client must not believe that it ended
 * one.
 */
export async function signOut(db: Db, { request }: { request: Request }, scope: RequestScope): Promise<void> {
  const sessionId = await readSessionId(request, scope.env);
  if (!sessionId && request.headers.has("Authorization")) throw new NotSignedInError();
  if (!sessionId) return;
  const live = db.selectFrom("sessions").select("id").where("id", "=", sessionId).where("revoked_at", "is", null);
  const entry = { action: "session.ended", actor: selectHolder(db, sessionId), subject: sessionId } as const;
  await runBatch(db, [
    recordAuditWhen(db, live, { ...entry, requestId: scope.requestId }),
    revokeSession(db, { sessionId, reason: "sign_out" }),
  ]);
}

/** Whose session it is. */
function selectHolder(db: Db, sessionId: SessionId) {
  return sql<AccountId>`(${db.selectFrom("sessions").select("account_id").where("id", "=", sessionId)})`;
}
