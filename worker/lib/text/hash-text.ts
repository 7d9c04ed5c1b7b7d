import { hashBytes } from "#shared/text/hash.ts";

/** SHA-256 of `text` as 64 hex digits. */
export function hashText(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text));
}

/** The first 128 bits of a hash as a UUID of version 8 (RFC 9562: bits of one's own making). */
export function toUuid(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
