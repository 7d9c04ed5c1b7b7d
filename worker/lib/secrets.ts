/**
 * Every key is derived from AUTH_SECRET by HKDF-SHA-256, one per purpose, so that a key works for its own purpose only.
 * Derived keys are cached for the life of the isolate.
 */
import { encodeBase64url } from "./base64url.ts";

type MacPurpose =
  | "password pepper"
  | "refresh token"
  | "e-mail hash"
  | "known device"
  | "device backoff"
  | "comparison"
  | "contact ticket"
  | "contact network"
  | "link network"
  | "link mailbox"
  | "article preview"
  | "erased visitor"
  | "view source";

const derived = new Map<string, CryptoKey>();

/** HMAC-SHA-256 of `data` under the key for `purpose`. */
export async function mac(secret: string, purpose: MacPurpose, data: string): Promise<ArrayBuffer> {
  const key = await derive(secret, purpose, { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign", "verify"]);
  return crypto.subtle.sign("HMAC", key, new TextEncoder().encode(data));
}

/** `mac` as 43 characters of base64url. */
export async function macText(secret: string, purpose: MacPurpose, data: string): Promise<string> {
  return encodeBase64url(await mac(secret, purpose, data));
}

/** True when `tag` is the HMAC of `data` for `purpose`; takes the same time whichever byte differs. */
export async function verifyMac(
  secret: string,
  purpose: MacPurpose,
  data: string,
  tag: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await derive(secret, purpose, { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign", "verify"]);
  return crypto.subtle.verify("HMAC", key, tag, new TextEncoder().encode(data));
}

/** True when both texts are the same, without telling by time how much of them is. */
export async function equalSecrets(secret: string, left: string, right: string): Promise<boolean> {
  return verifyMac(secret, "comparison", left, new Uint8Array(await mac(secret, "comparison", right)));
}

/** AES-256-GCM key under which private signing keys are stored. */
export async function deriveSealingKey(secret: string): Promise<CryptoKey> {
  return derive(secret, "signing key", { name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);
}

async function derive(
  secret: string,
  purpose: string,
  algorithm: { name: string; hash?: string; length: number },
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const name = `${purpose}\n${secret}`;
  const known = derived.get(name);
  if (known) return known;
  if (secret.length < 32) throw new Error("AUTH_SECRET must have at least 32 characters.");
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", text.encode(secret), "HKDF", false, ["deriveKey"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: text.encode(purpose) };
  const key = await crypto.subtle.deriveKey(parameters, material, algorithm, false, usages);
  derived.set(name, key);
  return key;
}
