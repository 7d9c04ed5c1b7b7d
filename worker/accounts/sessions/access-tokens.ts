import { type JWTHeaderParameters, jwtVerify, SignJWT } from "jose";
import { minute } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { now, nowInSeconds } from "#worker/lib/clock.ts";
import { importVerifier, listVerifyingKeys, openSigner, retiredGrace, type Signer } from "./signing-keys.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

/** Seconds an access token lives. */
export const accessTokenLife = 300;

const largestToken = 8192;
const keysLifetime = 5 * minute;
const pauseBetweenReads = 30_000;
const tolerance = 5;

/** The claims of an access token. Roles are not in it: they are read from D1 for each request. */
export interface AccessClaims {
  userId: AccountId;
  sessionId: SessionId;
  /** Of the key that signed it. */
  kid: string;
  /** Epoch seconds. */
  expiresAt: number;
}

interface Keyring {
  readAt: number;
  /** Set once this isolate has signed. */
  signer: Signer | null;
  /** By kid; `until` in epoch milliseconds. */
  verifiers: Map<string, { key: CryptoKey; until: number }>;
}

let keyring: Keyring | null = null;
onNewIsolate(forgetKeys);

/** An ES256 JWT (`typ: at+jwt`) for one session, good for five minutes. */
export async function signAccessToken(
  env: Env,
  { userId, sessionId }: { userId: AccountId; sessionId: SessionId },
): Promise<{ token: string; expiresAt: number }> {
  const signer = await readSigner(env);
  const issuedAt = nowInSeconds();
  const expiresAt = issuedAt + accessTokenLife;
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: signer.kid })
    .setSubject(userId)
    .setIssuer(env.SITE_ORIGIN)
    .setAudience(`${env.SITE_ORIGIN}/api`)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signer.key);
  return { token, expiresAt };
}

/**
 * The claims of a token that this site signed and that is good now, else null.
 * Rejects when the keys cannot be read from D1.
 */
export async function verifyAccessToken(env: Env, token: string): Promise<AccessClaims | null> {
  if (token.length > largestToken) return null;
  let readFailure: unknown;
  async function findKey(header: JWTHeaderParameters): Promise<CryptoKey> {
    // Refuse any other header field (jwk, jku, x5u, crit ...): none of them is supported.
    if (Object.keys(header).some((name) => !["alg", "kid", "typ"].includes(name))) throw new Error("header");
    const key = await findVerifier(env, header.kid).catch((error: unknown) => {
      readFailure = error;
      throw error;
    });
    if (!key) throw new Error("unknown kid");
    return key;
  }
  const verified = await jwtVerify(token, findKey, {
    algorithms: ["ES256"],
    typ: "at+jwt",
    issuer: env.SITE_ORIGIN,
    audience: `${env.SITE_ORIGIN}/api`,
    requiredClaims: ["sub", "sid", "iat", "exp"],
    maxTokenAge: accessTokenLife,
    clockTolerance: tolerance,
    currentDate: new Date(now()),
  }).catch(() => null);
  if (readFailure) throw readFailure;
  if (!verified) return null;
  const { sub, sid, iat, exp } = verified.payload;
  const { kid } = verified.protectedHeader;
  if (typeof sub !== "string" || typeof sid !== "string" || kid === undefined || iat === undefined || exp === undefined)
    return null;
  if (exp - iat > accessTokenLife) return null;
  return { userId: sub as AccountId, sessionId: sid as SessionId, kid, expiresAt: exp };
}

/** Makes the isolate read the keys again before it signs or verifies next: one may have been retired at once. */
export function forgetKeys(): void {
  keyring = null;
}

async function readSigner(env: Env): Promise<Signer> {
  if (keyring?.signer && keyring.readAt > now() - keysLifetime) return keyring.signer;
  const signer = await openSigner(openDb(env.DB), env);
  keyring = { ...(await readKeyring(env)), signer };
  return signer;
}

/** The key named `kid`. An unknown name makes the isolate read the keys again, at most once in 30 s. */
async function findVerifier(env: Env, kid: unknown): Promise<CryptoKey | null> {
  if (typeof kid !== "string" || !/^[\da-f-]{36}$/.test(kid)) return null;
  const age = keyring ? now() - keyring.readAt : Infinity;
  if (age > keysLifetime || (!keyring?.verifiers.has(kid) && age > pauseBetweenReads)) keyring = await readKeyring(env);
  const verifier = keyring?.verifiers.get(kid);
  return verifier && verifier.until > now() ? verifier.key : null;
}

async function readKeyring(env: Env): Promise<Keyring> {
  const verifiers: Keyring["verifiers"] = new Map();
  for (const { kid, public_jwk, retired_at } of await listVerifyingKeys(openDb(env.DB))) {
    const until = retired_at === null ? Infinity : retired_at + retiredGrace;
    verifiers.set(kid, { key: await importVerifier(public_jwk), until });
  }
  return { readAt: now(), signer: null, verifiers };
}
