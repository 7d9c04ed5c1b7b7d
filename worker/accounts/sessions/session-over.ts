import type { Db } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readSessionId } from "./read-session-id.ts";
import { clearSessionCookies } from "./session-cookies.ts";
import { wasJustReplaced } from "./sessions.ts";

/**
 * Set-Cookie values that clear the cookies of a session that is over. None when the browser has just signed in again:
 * this answer may arrive after the new session's cookies and would delete them. None either when D1 cannot tell; the
 * next request clears them then.
 */
export async function clearOverSession(
  db: Db,
  { request }: { request: Request },
  { env, log }: RequestScope,
): Promise<string[]> {
  try {
    const sessionId = await readSessionId(request, env);
    return sessionId && (await wasJustReplaced(db, sessionId)) ? [] : clearSessionCookies();
  } catch (error) {
    log.error("end of a session could not be read", error);
    return [];
  }
}
