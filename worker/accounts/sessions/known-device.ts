/**
 * The device cookie: proof that this browser has signed in with a verified address before. It grants no access.
 * Attempts with it are counted separately, so that a stranger's guesses never delay the owner. See OWASP, "Slow down
 * online guessing attacks with device cookies".
 */
import { day, second } from "#shared/dates/durations.ts";
import { decodeBase64url, encodeBase64url } from "#worker/lib/text/base64url.ts";
import type { Db } from "#worker/db/client.ts";
import { readCookie, writeCookie } from "#worker/lib/http/cookies.ts";
import type { Secrets } from "#worker/lib/former-secret.ts";
import { macText, verifyMac } from "#worker/lib/secrets.ts";

export const knownDeviceCookie = { name: "__Host-known", maxAge: (365 * day) / second };

/**
 * An account with a verified address. The time of verification is part of the MAC, and a take-over changes it, so
 * cookies of the person who made an unverified account become invalid.
 */
interface VerifiedAccount {
  email: string;
  verifiedAt: number;
}

/** The Set-Cookie value for a browser that has just signed in to `account`: a nonce and its MAC, no address. */
export async function writeKnownDevice(account: VerifiedAccount, secret: string): Promise<string> {
  const nonce = encodeBase64url(crypto.getRandomValues(new Uint8Array(16)));
  const { name, maxAge } = knownDeviceCookie;
  return writeCookie(name, `${nonce}.${await macText(secret, "known device", bindProof(account, nonce))}`, { maxAge });
}

/**
 * The bucket for this browser's attempts on `email`, or null when it has not signed in with `email`. A stolen cookie
 * gives access to this one bucket only, which then gets its own delays. The work is the same for unknown addresses.
 */
export async function readDeviceBucket(
  db: Db,
  { request, email, secrets }: { request: Request; email: string; secrets: Secrets },
): Promise<string | null> {
  const [, nonce = "", tagText = ""] =
    /^([\w-]{22})\.([\w-]{43})$/.exec(readCookie(request, knownDeviceCookie.name) ?? "") ?? [];
  const tag = decodeBase64url(tagText);
  if (!nonce || !tag) return null;
  const row = await db.selectFrom("accounts").select("verified_at").where("email", "=", email).executeTakeFirst();
  const verifiedAt = row?.verified_at ?? null;
  const isOurs = await verifyMac(
    secrets,
    "known device",
    bindProof({ email, verifiedAt: verifiedAt ?? 0 }, nonce),
    tag,
  );
  if (!isOurs || verifiedAt === null) return null;
  return macText(secrets[0], "device backoff", bind(email, nonce));
}

function bindProof({ email, verifiedAt }: VerifiedAccount, nonce: string): string {
  return `${verifiedAt}.${bind(email, nonce)}`;
}

/** The nonce has a fixed length, so no other pair gives the same text. */
function bind(email: string, nonce: string): string {
  return `${nonce}.${email.toLowerCase()}`;
}
