import { openDb } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { findSession } from "./find-session.ts";
import { clearSessionCookies } from "./session-cookies.ts";
import { wasJustReplaced } from "./sessions.ts";

/**
 * Set-Cookie values for the answer to a request whose session is over. There are none when the browser has just signed
 * in anew: this answer may arrive after the one with the new session's cookies, and would take those away. Nor when D1
 * cannot tell; the next request clears them then.
 */
export async function clearOverSession(request: Request, { env, log }: RequestScope): Promise<string[]> {
  try {
    const sessionId = await findSession(request, env);
    return sessionId && (await wasJustReplaced(openDb(env.DB), sessionId)) ? [] : clearSessionCookies();
  } catch (error) {
    log.error("end of a session could not be read", error);
    return [];
  }
}
