/** Access tokens for tests, as they should be and forged. */
import { env } from "cloudflare:workers";
import { importJWK, type JWK, SignJWT } from "jose";
import { vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { signAccessToken } from "#worker/accounts/sessions/access-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { openSealed } from "#worker/lib/secrets.ts";
import { siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

export const who = {
  userId: "01890a5d-ac96-774b-bcce-b302099a8057" as AccountId,
  sessionId: "01890a5d-ac96-774b-bcce-b302099a8058" as SessionId,
};

let start = Date.now();

/** No key is stored then, but an isolate remembers keys for a while: the clock goes on well past that. Returns its time. */
export async function beginWithoutKeys(): Promise<number> {
  await db.deleteFrom("signing_keys").execute();
  start += 100 * day;
  vi.setSystemTime(start);
  return start;
}

/** A token signed with the site's own current key, with parts of it replaced; undefined removes a part. */
export async function forge({ header = {}, claims = {}, key }: Forgery = {}): Promise<string> {
  await signAccessToken(env, who);
  const current = await db
    .selectFrom("signing_keys")
    .selectAll()
    .where("state", "=", "current")
    .executeTakeFirstOrThrow();
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload = {
    sub: who.userId,
    sid: who.sessionId,
    iss: siteOrigin,
    aud: `${siteOrigin}/api`,
    iat: issuedAt,
    exp: issuedAt + 300,
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: current.kid, ...header })
    .sign(key ?? (await unsealCurrentKey(current.kid, current.private_jwk_sealed)));
}

interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: CryptoKey;
}

export async function unsealCurrentKey(kid: string, sealed: string): Promise<CryptoKey> {
  const opened = await openSealed([env.AUTH_SECRET], { purpose: "signing key", about: kid }, sealed);
  return (await importJWK(JSON.parse(opened ?? "") as JWK, "ES256")) as CryptoKey;
}

export function seconds(offset: number): number {
  return Math.floor(Date.now() / 1000) + offset;
}
