import { recordAuditWhen } from "../audit/record.ts";
import { type Db, runBatch } from "../db/client.ts";
import { NotSignedInError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readSessionId } from "./read-session-id.ts";
import { revokeSession } from "./sessions.ts";

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
  const entry = { action: "session.ended", actor: null, subject: sessionId, requestId: scope.requestId } as const;
  await runBatch(db, [recordAuditWhen(db, live, entry), revokeSession(db, { sessionId, reason: "sign_out" })]);
}
