import { recordAuditWhen } from "../audit/record.ts";
import { openDb, runBatch } from "../db/client.ts";
import { NotSignedInError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { findSession } from "./find-session.ts";
import { revokeSession } from "./sessions.ts";

/**
 * Ends the session that the request belongs to, by bearer or by cookies. Cookies without a session need no ending.
 * @throws NotSignedInError when an Authorization header came that names no session: its holder must not believe it ended
 */
export async function signOut(request: Request, scope: RequestScope): Promise<void> {
  const sessionId = await findSession(request, scope.env);
  if (!sessionId && request.headers.has("Authorization")) throw new NotSignedInError();
  if (!sessionId) return;
  const db = openDb(scope.env.DB);
  const live = db.selectFrom("sessions").select("id").where("id", "=", sessionId).where("revoked_at", "is", null);
  const entry = { action: "session.ended", actor: null, subject: sessionId, requestId: scope.requestId } as const;
  await runBatch(db, [recordAuditWhen(db, live, entry), revokeSession(db, sessionId, "sign_out")]);
}
