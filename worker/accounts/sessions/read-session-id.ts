import type { SessionId } from "#worker/db/accounts-tables.ts";
import { listSecrets } from "#worker/lib/former-secret.ts";
import { verifyAccessToken } from "./access-tokens.ts";
import { readBearer } from "./bearer.ts";
import { parseRefreshToken } from "./refresh-tokens.ts";
import { readSessionCookies } from "./session-cookies.ts";

/**
 * The session id in the request's bearer token or cookies, even if that session has ended. An outdated refresh token
 * still names its session. Rejects when the signing keys cannot be read from D1.
 */
export async function readSessionId(request: Request, env: Env): Promise<SessionId | null> {
  if (request.headers.has("Authorization")) {
    const bearer = readBearer(request);
    return bearer === null ? null : ((await verifyAccessToken(env, bearer))?.sessionId ?? null);
  }
  const { access, refresh } = readSessionCookies(request);
  const claims = refresh === null ? null : await parseRefreshToken(listSecrets(env), refresh);
  return claims?.sessionId ?? (access === null ? null : (await verifyAccessToken(env, access))?.sessionId) ?? null;
}
