/**
 * The device cookie: it says that this browser has signed in as an address before. It opens nothing. Attempts that
 * carry it are counted apart from everybody else's, so that a stranger's guesses never hold the owner off.
 * After OWASP, "Slow down online guessing attacks with device cookies".
 */
import { decodeBase64url, encodeBase64url } from "../lib/base64url.ts";
import { readCookie, writeCookie } from "../lib/cookies.ts";
import { macText, verifyMac } from "../lib/secrets.ts";

const name = "__Host-known";
const maxAge = 365 * 24 * 3600;

/** The Set-Cookie value for a browser that has just signed in as `email`: a nonce and its MAC, no address. */
export async function writeKnownDevice(email: string, secret: string): Promise<string> {
  const nonce = encodeBase64url(crypto.getRandomValues(new Uint8Array(16)));
  return writeCookie(name, `${nonce}.${await macText(secret, "known device", bind(email, nonce))}`, { maxAge });
}

/**
 * What the attempts of this browser on `email` are counted under, or null when it has not signed in as `email`. A
 * stolen cookie has that one count alone, and is slowed down by it.
 */
export async function readDeviceBucket(request: Request, email: string, secret: string): Promise<string | null> {
  const [, nonce = "", tagText = ""] = /^([\w-]{22})\.([\w-]{43})$/.exec(readCookie(request, name) ?? "") ?? [];
  const tag = decodeBase64url(tagText);
  if (!tag || !(await verifyMac(secret, "known device", bind(email, nonce), tag))) return null;
  return macText(secret, "device backoff", bind(email, nonce));
}

/** The nonce has one length, so no other pair reads the same. */
function bind(email: string, nonce: string): string {
  return `${nonce}.${email.toLowerCase()}`;
}
