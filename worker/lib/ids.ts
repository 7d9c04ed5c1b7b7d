import { now } from "./clock.ts";

/** A fresh UUIDv7 (RFC 9562): sorts by time, 74 random bits. Name the branded type to get one: `newId<AccountId>()`. */
export function newId<Id extends string = string>(): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(now() / 0x1_0000));
  view.setUint16(4, now() % 0x1_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as Id;
}
