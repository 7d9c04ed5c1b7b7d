import { normalizeText } from "#shared/text/normalize-text.ts";
import { decodeBase64url, encodeBase64url } from "#worker/lib/text/base64url.ts";
import type { Secrets } from "#worker/lib/former-secret.ts";
import { mac, nameSecret } from "#worker/lib/secrets.ts";
import { runScrypt, type ScryptCost } from "./scrypt.ts";

/** As many runs of scrypt as there are lanes, each of the same cost. */
interface Scheme extends ScryptCost {
  lanes: number;
}

interface ParsedHash {
  scheme: Scheme;
  /** Names the secret that its pepper comes from. */
  pepperName: string;
  salt: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
}

/** Runs one stretch of the work, which nothing interrupts, when there is time for it. */
export type RunStretch = <Result>(stretch: () => Promise<Result>) => Promise<Result>;

const today: Scheme = { ln: 14, r: 8, lanes: 5 };
const decoySalt = new TextEncoder().encode("nobody's account");

/**
 * A PHC string `$scrypt$ln=14,r=8,l=5,k=name$salt$key`. The whole password, in Unicode NFKC, is first keyed with a pepper
 * derived from `secret`, so a stolen table alone does not allow guessing. `k` names the pepper.
 */
export async function hashPassword(
  password: string,
  secret: string,
  runStretch: RunStretch = runAtOnce,
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(await pepper(password, secret), { scheme: today, salt }, runStretch);
  const { ln, r, lanes } = today;
  const name = await nameSecret(secret);
  return `$scrypt$ln=${ln},r=${r},l=${lanes},k=${name}$${encodePhc(salt)}$${encodePhc(key)}`;
}

/**
 * Checks a password against a stored hash that was made with one of `secrets` (`listSecrets`). Always does the work of
 * exactly one hash, even without a stored one: the hash names its secret. `outdated` means that the stored hash has
 * another cost, or a former secret, and should be replaced.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  secrets: Secrets,
  runStretch: RunStretch = runAtOnce,
): Promise<{ matches: boolean; outdated: boolean }> {
  const parsed = stored === null ? null : parseHash(stored);
  const { scheme, salt } = parsed ?? { scheme: today, salt: decoySalt };
  const secret = parsed && (await findSecret(parsed, secrets));
  const key = await deriveKey(await pepper(password, secret ?? secrets[0]), { scheme, salt }, runStretch);
  if (!parsed || secret === null) return { matches: false, outdated: false };
  const isToday = scheme.ln === today.ln && scheme.r === today.r && scheme.lanes === today.lanes;
  const outdated = !isToday || parsed.pepperName !== (await nameSecret(secrets[0]));
  return { matches: equalBytes(key, parsed.key), outdated };
}

/** The secret that a hash was made with; null when it is not accepted any longer. */
async function findSecret({ pepperName }: ParsedHash, secrets: Secrets): Promise<string | null> {
  for (const secret of secrets) if ((await nameSecret(secret)) === pepperName) return secret;
  return null;
}

/** The lanes use salts that differ in the last byte, and the key needs all of them, so a guesser cannot skip one. */
async function deriveKey(
  password: Uint8Array,
  { scheme: { ln, r, lanes }, salt }: Pick<ParsedHash, "scheme" | "salt">,
  runStretch: RunStretch,
): Promise<Uint8Array<ArrayBuffer>> {
  const keys = new Uint8Array(lanes * 32);
  for (let lane = 0; lane < lanes; lane += 1) {
    const laneSalt = new Uint8Array([...salt, lane]);
    keys.set(await runStretch(() => runScrypt(password, laneSalt, { ln, r })), lane * 32);
  }
  const key = await crypto.subtle.importKey("raw", keys, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, salt));
}

/** For scripts, which do not have to answer other requests meanwhile. */
function runAtOnce<Result>(stretch: () => Promise<Result>): Promise<Result> {
  return stretch();
}

async function pepper(password: string, secret: string): Promise<Uint8Array> {
  return new Uint8Array(await mac(secret, "password pepper", normalizeText(password, "NFKC")));
}

function parseHash(stored: string): ParsedHash | null {
  const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),l=([1-9]\d?),k=([\w-]{6})\$([\w+/]+)\$([\w+/]+)$/;
  const match = pattern.exec(stored);
  if (!match) return null;
  const [ln = 0, r = 0, lanes = 0] = match.slice(1, 4).map(Number);
  const [pepperName = "", ...parts] = match.slice(4);
  const [salt, key] = parts.map(decodePhc);
  return salt && key?.length === 32 && ln <= 17 ? { scheme: { ln, r, lanes }, pepperName, salt, key } : null;
}

/** PHC strings carry standard base64 without padding. */
function encodePhc(bytes: Uint8Array<ArrayBuffer>): string {
  return encodeBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}

function decodePhc(text: string): Uint8Array<ArrayBuffer> | null {
  return decodeBase64url(text.replaceAll("+", "-").replaceAll("/", "_"));
}

/** Compares in constant time; both are 32 bytes. */
function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);
  return difference === 0;
}
