import { UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { type LiveSession, readLiveSession, refreshSession, type SessionTokens } from "./sessions.ts";

/**
 * Reads the session that a refresh token names and trades the token for new ones, or null when the session is over. In
 * this order, so that a D1 that fails has moved nothing on: the token that the caller holds stays the current one.
 * @throws UnavailableError when D1 fails: nothing is decided, the caller keeps what it has.
 */
export async function renewSession(
  refreshToken: string,
  scope: RequestScope,
): Promise<{ tokens: SessionTokens; session: LiveSession } | null> {
  try {
    const claims = await parseRefreshToken(scope.env.AUTH_SECRET, refreshToken);
    const session = claims && (await readLiveSession(claims.sessionId, scope));
    const tokens = session && (await refreshSession(refreshToken, scope));
    return tokens ? { tokens, session } : null;
  } catch (error) {
    scope.log.error("session refresh failed", error);
    throw new UnavailableError(2, error);
  }
}
