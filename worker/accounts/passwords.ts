import { decodeBase64url, encodeBase64url } from "../lib/base64url.ts";
import { mac } from "../lib/secrets.ts";
import { runScrypt, type ScryptCost } from "./scrypt.ts";

const cost: ScryptCost = { ln: 14, r: 8, p: 5 };
const decoySalt = new TextEncoder().encode("nobody's account");

interface ParsedHash {
  cost: ScryptCost;
  salt: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
}

/**
 * A PHC string `$scrypt$ln=14,r=8,p=5$salt$key`. The password is taken whole in Unicode NFKC and keyed with a pepper
 * from `secret` first, so a stolen table alone is worth nothing to a guesser.
 */
export async function hashPassword(password: string, secret: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await runScrypt(await pepper(password, secret), salt, cost);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encodePhc(salt)}$${encodePhc(key)}`;
}

/**
 * Checks a password against a stored hash by exactly one scrypt run, also when there is no hash to check against.
 * `outdated` tells that the stored hash was made at another cost and should be replaced.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  secret: string,
): Promise<{ matches: boolean; outdated: boolean }> {
  const parsed = stored === null ? null : parseHash(stored);
  const key = await runScrypt(await pepper(password, secret), parsed?.salt ?? decoySalt, parsed?.cost ?? cost);
  if (!parsed) return { matches: false, outdated: false };
  const outdated = parsed.cost.ln !== cost.ln || parsed.cost.r !== cost.r || parsed.cost.p !== cost.p;
  return { matches: equalBytes(key, parsed.key), outdated };
}

async function pepper(password: string, secret: string): Promise<Uint8Array> {
  return new Uint8Array(await mac(secret, "password pepper", password.normalize("NFKC")));
}

function parseHash(stored: string): ParsedHash | null {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match) return null;
  const salt = decodePhc(match[4] ?? "");
  const key = decodePhc(match[5] ?? "");
  const stated = { ln: Number(match[1]), r: Number(match[2]), p: Number(match[3]) };
  return salt && key?.length === 32 && stated.ln <= 17 ? { cost: stated, salt, key } : null;
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
