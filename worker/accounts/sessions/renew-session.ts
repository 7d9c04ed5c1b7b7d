import type { Db } from "#worker/db/client.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { type LiveSession, readLiveSession, refreshSession, type SessionTokens } from "./sessions.ts";

/**
 * Reads the session that a refresh token names, then exchanges the token for new ones; null when the session is over.
 * It reads first, so that when D1 fails, the caller's token is still the current one.
 * @throws UnavailableError when D1 fails: nothing has changed, and the caller keeps its cookies.
 */
export async function renewSession(
  db: Db,
  { refreshToken }: { refreshToken: string },
  scope: RequestScope,
): Promise<{ tokens: SessionTokens; session: LiveSession } | null> {
  try {
    const claims = await parseRefreshToken(listSecrets(scope.env), refreshToken);
    const session = claims && (await readLiveSession(db, claims, scope));
    const tokens = session && (await refreshSession(db, { refreshToken }, scope));
    return tokens ? { tokens, session } : null;
  } catch (error) {
    scope.log.error("session refresh failed", error);
    throw new UnavailableError(2, error);
  }
}
