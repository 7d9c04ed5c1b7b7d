/**
 * Every key is derived from AUTH_SECRET by HKDF-SHA-256, one per purpose, so that a key works for its own purpose only.
 * Derived keys are cached for the life of the isolate.
 */
import { decodeBase64url, encodeBase64url } from "./text/base64url.ts";
import { type Secrets, shortestSecret } from "./former-secret.ts";

type MacPurpose =
  | "password pepper"
  | "name of a pepper"
  | "refresh token"
  | "e-mail hash"
  | "known device"
  | "device backoff"
  | "comparison"
  | "contact ticket"
  | "contact network"
  | "application link"
  | "link network"
  | "link mailbox"
  | "article preview"
  | "job preview"
  | "report by mail"
  | "erased visitor"
  | "erased person"
  | "recovery code"
  | "alert webhook";

export type SealPurpose = "signing key" | "authenticator app" | "company sign-in";

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

/**
 * The key of `mac` for one purpose, as base64url: for who has to find again what was noted under it once `secret` was replaced. It
 * opens nothing else.
 */
export async function exportMacKey(secret: string, purpose: MacPurpose): Promise<string> {
  if (secret.length < shortestSecret) throw new Error(`AUTH_SECRET must have at least ${shortestSecret} characters.`);
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  return encodeBase64url(await crypto.subtle.deriveBits(describeDerivation(purpose), material, 256));
}

/** HMAC-SHA-256 of `data` under such a key, as `macText` writes it. */
export async function macTextWith(exported: string, data: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", decodeBase64url(exported) ?? new Uint8Array(), algorithm, false, [
    "sign",
  ]);
  return encodeBase64url(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(data)));
}

/** Six characters that tell one secret from another, and nothing about it. */
export async function nameSecret(secret: string): Promise<string> {
  return (await macText(secret, "name of a pepper", "")).slice(0, 6);
}

/**
 * True when `tag` is the HMAC of `data` for `purpose` under one of `secrets` (`listSecrets`); takes the same time
 * whichever byte differs.
 */
export async function verifyMac(
  secrets: Secrets,
  purpose: MacPurpose,
  data: string,
  tag: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const secret of secrets) {
    const key = await derive(secret, purpose, { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign", "verify"]);
    if (await crypto.subtle.verify("HMAC", key, tag, new TextEncoder().encode(data))) return true;
  }
  return false;
}

/** True when both texts are the same, without telling by time how much of them is. */
export async function equalSecrets(secret: string, left: string, right: string): Promise<boolean> {
  return verifyMac([secret], "comparison", left, new Uint8Array(await mac(secret, "comparison", right)));
}

interface Sealing {
  purpose: SealPurpose;
  /** Id of what it belongs to. Sealed text that was moved elsewhere does not open. */
  about: string;
}

/** `text` encrypted with AES-256-GCM, as base64url `iv.ciphertext`. */
export async function seal(secret: string, { purpose, about }: Sealing, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(about) };
  const key = await deriveSealingKey(secret, purpose);
  const sealed = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(text));
  return `${encodeBase64url(iv)}.${encodeBase64url(sealed)}`;
}

/**
 * What `seal` encrypted, or null when none of `secrets` (`listSecrets`) opens it, or it was sealed for something else.
 */
export async function openSealed(
  secrets: Secrets,
  { purpose, about }: Sealing,
  sealed: string,
): Promise<string | null> {
  const [iv, text, ...rest] = sealed.split(".").map(decodeBase64url);
  if (!iv || !text || rest.length > 0) return null;
  const parameters = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(about) };
  for (const secret of secrets) {
    const key = await deriveSealingKey(secret, purpose);
    const opened = await crypto.subtle.decrypt(parameters, key, text).catch(() => null);
    if (opened) return new TextDecoder().decode(opened);
  }
  return null;
}

async function deriveSealingKey(secret: string, purpose: SealPurpose): Promise<CryptoKey> {
  return derive(secret, purpose, { name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);
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
  if (secret.length < shortestSecret) throw new Error(`AUTH_SECRET must have at least ${shortestSecret} characters.`);
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(describeDerivation(purpose), material, algorithm, false, usages);
  derived.set(name, key);
  return key;
}

function describeDerivation(purpose: string) {
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: new TextEncoder().encode(purpose) };
}
