import { base64url } from "jose";

/** Bytes as base64url without padding. */
export function encodeBase64url(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  return base64url.encode(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
}

/** Bytes of base64url text, or null when it is not base64url in its one canonical spelling. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const bytes = new Uint8Array(base64url.decode(text));
    return encodeBase64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
