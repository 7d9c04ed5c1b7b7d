/**
 * Encrypted objects: a header (format, key, salt) and chunks of AES-256-GCM under a key of their own, derived by HKDF from BACKUP_KEY and
 * the salt. Nonces are counted and the last chunk is marked, and the name of the object is authenticated with each: one that is cut,
 * exchanged, repeated, or in the place of another object does not open.
 */
import { createHash } from "node:crypto";
import { toHex } from "#shared/text/hash.ts";

const text = new TextEncoder();
const magic = text.encode("SBK1");
const idLength = 8;
const saltLength = 16;
const headerLength = magic.length + idLength + saltLength;
const chunkLength = 256 * 1024;
const tagLength = 16;

export interface BackupKey {
  /** 16 hexadecimal digits that tell one key from another, and nothing about it. */
  id: string;
  material: CryptoKey;
  names: CryptoKey;
}

type Bytes = Uint8Array<ArrayBuffer>;

export class BackupError extends Error {
  override name = "BackupError";
}

/** @throws {BackupError} when `secret` is too short, which names it */
export async function openKey(secret: string, name = "BACKUP_KEY"): Promise<BackupKey> {
  if (secret.length < 32) throw new BackupError(`${name} must have at least 32 characters.`);
  const material = await crypto.subtle.importKey("raw", text.encode(secret), "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const id = await crypto.subtle.deriveBits(hkdf("id"), material, idLength * 8);
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const names = await crypto.subtle.deriveKey(hkdf("names"), material, hmac, false, ["sign"]);
  return { id: toHex(new Uint8Array(id)), material, names };
}

function hkdf(info: string, salt: Bytes = new Uint8Array(0)) {
  return { name: "HKDF", hash: "SHA-256", salt, info: text.encode(`backup ${info}`) };
}

export function hashBytes(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The object that holds content with this SHA-256. Who has no key cannot tell from its name whether it is a file they know. */
export async function nameContent(key: BackupKey, sha256: string): Promise<string> {
  const name = await crypto.subtle.sign("HMAC", key.names, text.encode(sha256));
  return `files/${key.id}/${toHex(new Uint8Array(name))}`;
}

/** The salt of the object that holds this content: the same content makes the same object, whenever it is stored. */
export async function saltContent(key: BackupKey, sha256: string): Promise<Bytes> {
  const mac = await crypto.subtle.sign("HMAC", key.names, text.encode(`salt ${sha256}`));
  return new Uint8Array(mac).slice(0, saltLength);
}

/** How many bytes an object of so many has. */
export function measureSealed(length: number): number {
  return headerLength + length + Math.max(1, Math.ceil(length / chunkLength)) * tagLength;
}

/** MD5 in hexadecimal, which R2 lists as the etag of an object that was put at once: no secret, but what was stored. */
export function markBytes(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

/** `plain` as the object `name` holds it. */
export async function seal(
  key: BackupKey,
  name: string,
  plain: Uint8Array,
  salt: Bytes = crypto.getRandomValues(new Uint8Array(saltLength)),
): Promise<Bytes> {
  const count = Math.max(1, Math.ceil(plain.length / chunkLength));
  const sealed = new Uint8Array(measureSealed(plain.length));
  sealed.set(magic);
  sealed.set(fromHex(key.id), magic.length);
  sealed.set(salt, magic.length + idLength);
  const own = await deriveOwn(key, salt, "encrypt");
  let at = headerLength;
  for (let index = 0; index < count; index += 1) {
    const chunk = plain.slice(index * chunkLength, (index + 1) * chunkLength);
    const parameters = describe(sealed, name, index, index === count - 1);
    const bytes = new Uint8Array(await crypto.subtle.encrypt(parameters, own, chunk));
    sealed.set(bytes, at);
    at += bytes.length;
  }
  return sealed;
}

/** @throws {BackupError} that names the object and says what is wrong with it */
export async function open(key: BackupKey, name: string, sealed: Bytes): Promise<Bytes> {
  const id = readKeyId(name, sealed);
  if (id !== key.id) throw new BackupError(`${name} was made with the key ${id}, and the given key is ${key.id}.`);
  const own = await deriveOwn(key, sealed.slice(magic.length + idLength, headerLength), "decrypt");
  const whole = chunkLength + tagLength;
  const count = Math.ceil((sealed.length - headerLength) / whole);
  const plain = new Uint8Array(Math.max(0, sealed.length - headerLength - count * tagLength));
  try {
    if (count === 0) throw new BackupError("empty");
    for (let index = 0; index < count; index += 1) {
      const chunk = sealed.slice(headerLength + index * whole, headerLength + (index + 1) * whole);
      const parameters = describe(sealed, name, index, index === count - 1);
      plain.set(new Uint8Array(await crypto.subtle.decrypt(parameters, own, chunk)), index * chunkLength);
    }
  } catch {
    throw new BackupError(`${name} is damaged: it was cut or changed, or is another object under this name.`);
  }
  return plain;
}

/** Of which key an object was made. */
function readKeyId(name: string, sealed: Uint8Array): string {
  const isOurs = sealed.length >= headerLength && magic.every((byte, index) => sealed[index] === byte);
  if (!isOurs) throw new BackupError(`${name} is damaged: it does not begin as an object of format 1.`);
  return toHex(sealed.subarray(magic.length, magic.length + idLength));
}

function describe(sealed: Bytes, name: string, index: number, isLast: boolean) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(7, index);
  iv[11] = isLast ? 1 : 0;
  const about = text.encode(name);
  const additionalData = new Uint8Array(headerLength + about.length);
  additionalData.set(sealed.subarray(0, headerLength));
  additionalData.set(about, headerLength);
  return { name: "AES-GCM", iv, additionalData };
}

function deriveOwn(key: BackupKey, salt: Bytes, use: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(hkdf("object", salt), key.material, { name: "AES-GCM", length: 256 }, false, [use]);
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
