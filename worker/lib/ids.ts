import { now } from "./clock.ts";
import { onNewIsolate } from "./isolate-memory.ts";

/** The millisecond of the newest id, and the counter in it. */
let newest = { at: 0, counter: 0 };
onNewIsolate(() => (newest = { at: 0, counter: 0 }));

/**
 * A fresh UUIDv7 (RFC 9562) with 62 random bits. Ids sort by time; those that one isolate makes in the same millisecond sort in the
 * order in which it made them. Name the branded type to get one: `newId<AccountId>()`.
 */
export function newId<Id extends string = string>(): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const at = now();
  // Begins in the lower half, so that at least 2,048 ids of one millisecond are in order; beyond 4,096 it starts again.
  newest = { at, counter: newest.at === at ? newest.counter + 1 : view.getUint16(6) % 0x800 };
  view.setUint32(0, Math.floor(at / 0x1_0000));
  view.setUint16(4, at % 0x1_0000);
  view.setUint16(6, 0x7000 | (newest.counter % 0x1000));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") as Id;
}
