import { readSmallFirst } from "#worker/media/formats/bytes.ts";
import { inflate } from "./inflate.ts";
import { type FileSource, toLatin } from "./source.ts";

export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  /** As it lies there, and as the archive says of it unpacked. */
  packed: number;
  unpacked: number;
  at: number;
}

/** No document of 10 MB has more. */
const largestDirectory = 512 * 1024;
const mostEntries = 4000;
const endLength = 22;
/** What stands before each entry, at least. */
const headLength = 30;
const longestComment = 0xffff;

/**
 * The entries of an archive by its directory; nothing is unpacked for it. Null for what is no whole archive, or an unreasonable
 * one.
 */
export async function listEntries(source: FileSource): Promise<ZipEntry[] | null> {
  const tailLength = Math.min(source.size, endLength + longestComment);
  const tail = await source.read(source.size - tailLength, tailLength);
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (readSmallFirst(tail, at, 4) !== 0x06054b50) continue;
    if (at + endLength + readSmallFirst(tail, at + 20, 2) !== tail.length) continue;
    const size = readSmallFirst(tail, at + 12, 4);
    const from = readSmallFirst(tail, at + 16, 4);
    if (size > largestDirectory || from + size > source.size) return null;
    const entries = readDirectory(await source.read(from, size), readSmallFirst(tail, at + 10, 2));
    return entries && areApart(entries, from) ? entries : null;
  }
  return null;
}

function readDirectory(bytes: Uint8Array, count: number): ZipEntry[] | null {
  if (count > mostEntries) return null;
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || readSmallFirst(bytes, at, 4) !== 0x02014b50) return null;
    const nameLength = readSmallFirst(bytes, at + 28, 2);
    entries.push({
      name: toLatin(bytes.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (readSmallFirst(bytes, at + 8, 2) & 1) === 1,
      method: readSmallFirst(bytes, at + 10, 2),
      packed: readSmallFirst(bytes, at + 20, 4),
      unpacked: readSmallFirst(bytes, at + 24, 4),
      at: readSmallFirst(bytes, at + 42, 4),
    });
    at += 46 + nameLength + readSmallFirst(bytes, at + 30, 2) + readSmallFirst(bytes, at + 32, 2);
  }
  return entries;
}

/** False where two entries lie on each other, or one on the directory: so a small file would unpack to anything. */
function areApart(entries: readonly ZipEntry[], end: number): boolean {
  const inOrder = entries.toSorted((one, other) => one.at - other.at);
  return inOrder.every(({ at, packed }, index) => {
    const next = inOrder[index + 1]?.at ?? end;
    return at + headLength + packed <= next;
  });
}

/**
 * The beginning of an entry: as many of its bytes as `packed` says, and what they unpack to, at most `unpacked` bytes of it.
 * Empty where it cannot be read.
 */
export async function readEntry(
  source: FileSource,
  entry: ZipEntry,
  { packed, unpacked }: { packed: number; unpacked: number },
): Promise<Uint8Array> {
  const head = await source.read(entry.at, headLength);
  if (head.length < headLength || readSmallFirst(head, 0, 4) !== 0x04034b50) return new Uint8Array();
  const from = entry.at + headLength + readSmallFirst(head, 26, 2) + readSmallFirst(head, 28, 2);
  const bytes = await source.read(from, Math.min(entry.packed, packed));
  if (entry.method === 0) return bytes.subarray(0, unpacked);
  return entry.method === 8 ? inflate(bytes, "raw", unpacked) : new Uint8Array();
}
