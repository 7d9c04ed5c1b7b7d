import { recordAuditWhen } from "../audit/record.ts";
import { openDb, runBatch } from "../db/client.ts";
import type { SessionId } from "../db/tables.ts";
import type { RequestScope } from "../lib/scope.ts";
import { verifyAccessToken } from "./access-tokens.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { readSessionCookies } from "./session-cookies.ts";
import { revokeSession } from "./sessions.ts";

/** Ends the session that the request belongs to, by bearer or by cookies. Does nothing when there is none. */
export async function signOut(request: Request, scope: RequestScope): Promise<void> {
  const sessionId = await findSession(request, scope.env);
  if (!sessionId) return;
  const db = openDb(scope.env.DB);
  const live = db.selectFrom("sessions").select("id").where("id", "=", sessionId).where("revoked_at", "is", null);
  const entry = { action: "session.ended", actor: null, subject: sessionId, requestId: scope.requestId } as const;
  await runBatch(scope.env.DB, [recordAuditWhen(db, live, entry), revokeSession(db, sessionId, "sign_out")]);
}

/** A refresh token that is out of date still tells which session to end. */
async function findSession(request: Request, env: Env): Promise<SessionId | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (bearer !== undefined) return (await verifyAccessToken(env, bearer))?.sessionId ?? null;
  const { access, refresh } = readSessionCookies(request);
  const claims = refresh === null ? null : await parseRefreshToken(env.AUTH_SECRET, refresh);
  return claims?.sessionId ?? (access === null ? null : (await verifyAccessToken(env, access))?.sessionId) ?? null;
}
