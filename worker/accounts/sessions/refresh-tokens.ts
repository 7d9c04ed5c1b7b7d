/**
 * A refresh token is `session id . counter . HMAC`. It is computed from the session's row whenever it is needed, so no
 * token is stored.
 */
import type { SessionId } from "#worker/db/accounts-tables.ts";
import { decodeBase64url } from "#worker/lib/text/base64url.ts";
import type { Secrets } from "#worker/lib/former-secret.ts";
import { macText, verifyMac } from "#worker/lib/secrets.ts";

export interface RefreshClaims {
  sessionId: SessionId;
  counter: number;
}

/** The refresh token number `counter` of a session. */
export async function writeRefreshToken(secret: string, { sessionId, counter }: RefreshClaims): Promise<string> {
  return `${sessionId}.${counter}.${await macText(secret, "refresh token", `${sessionId}.${counter}`)}`;
}

/** The claims of a refresh token, or null when this site did not issue it. */
export async function parseRefreshToken(secrets: Secrets, token: string): Promise<RefreshClaims | null> {
  const match = /^([\da-f-]{36})\.(0|[1-9]\d{0,14})\.([\w-]{43})$/.exec(token);
  if (!match) return null;
  const [, sessionId = "", counter = "", tagText = ""] = match;
  const tag = decodeBase64url(tagText);
  if (!tag || !(await verifyMac(secrets, "refresh token", `${sessionId}.${counter}`, tag))) return null;
  return { sessionId: sessionId as SessionId, counter: Number(counter) };
}
