import { openDb } from "../db/client.ts";
import { UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { readLiveSession, refreshSession } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";

/**
 * Trades a refresh token for new tokens and reads the account anew, or null when the session is over.
 * @throws UnavailableError when D1 fails: nothing is decided, the caller keeps what it has.
 */
export async function renewSession(refreshToken: string, scope: RequestScope): Promise<SignedIn | null> {
  try {
    const tokens = await refreshSession(refreshToken, scope);
    const session = tokens && (await readLiveSession(openDb(scope.env.DB), tokens));
    return session ? { tokens, user: session.user, roles: session.roles } : null;
  } catch (error) {
    scope.log.error("session refresh failed", error);
    throw new UnavailableError(2, error);
  }
}
