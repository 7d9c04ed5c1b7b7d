/**
 * The device cookie: it says that this browser has signed in as a proven address before. It opens nothing. Attempts that
 * carry it are counted apart from everybody else's, so that a stranger's guesses never hold the owner off.
 * After OWASP, "Slow down online guessing attacks with device cookies".
 */
import { decodeBase64url, encodeBase64url } from "../lib/base64url.ts";
import type { Db } from "../db/client.ts";
import { readCookie, writeCookie } from "../lib/cookies.ts";
import { macText, verifyMac } from "../lib/secrets.ts";

const name = "__Host-known";
const maxAge = 365 * 24 * 3600;

/**
 * An account whose address is proven. The instant of that proof is part of the MAC, and a take-over sets it: what the
 * maker of an unproven account ever got counts for nothing afterwards.
 */
interface VerifiedAccount {
  email: string;
  verifiedAt: number;
}

/** The Set-Cookie value for a browser that has just signed in to `account`: a nonce and its MAC, no address. */
export async function writeKnownDevice(account: VerifiedAccount, secret: string): Promise<string> {
  const nonce = encodeBase64url(crypto.getRandomValues(new Uint8Array(16)));
  return writeCookie(name, `${nonce}.${await macText(secret, "known device", bindProof(account, nonce))}`, { maxAge });
}

/**
 * What the attempts of this browser on `email` are counted under, or null when it has not signed in as `email`. A
 * stolen cookie has that one count alone, and is slowed down by it. The work is the same for unknown addresses.
 */
export async function readDeviceBucket(
  request: Request,
  email: string,
  { db, secret }: { db: Db; secret: string },
): Promise<string | null> {
  const [, nonce = "", tagText = ""] = /^([\w-]{22})\.([\w-]{43})$/.exec(readCookie(request, name) ?? "") ?? [];
  const tag = decodeBase64url(tagText);
  if (!nonce || !tag) return null;
  const row = await db.selectFrom("users").select("verified_at").where("email", "=", email).executeTakeFirst();
  const verifiedAt = row?.verified_at ?? null;
  const isOurs = await verifyMac(secret, "known device", bindProof({ email, verifiedAt: verifiedAt ?? 0 }, nonce), tag);
  if (!isOurs || verifiedAt === null) return null;
  return macText(secret, "device backoff", bind(email, nonce));
}

function bindProof({ email, verifiedAt }: VerifiedAccount, nonce: string): string {
  return `${verifiedAt}.${bind(email, nonce)}`;
}

/** The nonce has one length, so no other pair reads the same. */
function bind(email: string, nonce: string): string {
  return `${nonce}.${email.toLowerCase()}`;
}
