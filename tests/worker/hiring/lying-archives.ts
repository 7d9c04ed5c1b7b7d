/** Archives whose directory says what is not so. */
import { makeDocx } from "./documents-make.ts";

const directoryMark = 0x02014b50;
const endMark = 0x06054b50;

function findMark(view: DataView, mark: number): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 <= view.byteLength; at += 1) if (view.getUint32(at, true) === mark) found.push(at);
  return found;
}

/** A Word document that says of each part that it unpacks to `size` bytes. */
export async function makeLying(body: string, size: number): Promise<Uint8Array> {
  const bytes = (await makeDocx(body)).slice();
  const view = new DataView(bytes.buffer);
  for (const at of findMark(view, directoryMark)) view.setUint32(at + 24, size, true);
  return bytes;
}

/** A Word document whose directory has its last entry `count` times, all on one beginning. */
export async function makeShared(body: string, count: number): Promise<Uint8Array> {
  const bytes = await makeDocx(body);
  const view = new DataView(bytes.buffer);
  const [end = 0] = findMark(view, endMark);
  const last = findMark(view, directoryMark).at(-1) ?? 0;
  const entry = bytes.subarray(last, end);
  const whole = new Uint8Array(bytes.length + (count - 1) * entry.length);
  whole.set(bytes.subarray(0, end));
  for (let index = 0; index < count - 1; index += 1) whole.set(entry, end + index * entry.length);
  const tail = end + (count - 1) * entry.length;
  whole.set(bytes.subarray(end), tail);
  const changed = new DataView(whole.buffer);
  const entries = changed.getUint16(tail + 10, true) + count - 1;
  changed.setUint16(tail + 8, entries, true);
  changed.setUint16(tail + 10, entries, true);
  changed.setUint32(tail + 12, changed.getUint32(tail + 12, true) + (count - 1) * entry.length, true);
  return whole;
}

/** `document`, whose last part is damaged: its packed bytes begin as nothing does, or half of them is missing. */
export function makeDamaged(document: Uint8Array, how: "start" | "middle"): Uint8Array {
  const bytes = document.slice();
  const view = new DataView(bytes.buffer);
  const last = findMark(view, directoryMark).at(-1) ?? 0;
  const packed = view.getUint32(last + 20, true);
  const head = view.getUint32(last + 42, true);
  if (how === "start") bytes[head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true)] = 7;
  else view.setUint32(last + 20, packed >> 1, true);
  return bytes;
}
