import { readSmallFirst } from "../../media/formats/bytes.ts";
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
    return readDirectory(await source.read(from, size), readSmallFirst(tail, at + 10, 2));
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

/** The beginning of an entry, at most `most` bytes of it unpacked; empty where it cannot be read. */
export async function readEntry(source: FileSource, entry: ZipEntry, most: number): Promise<Uint8Array> {
  const head = await source.read(entry.at, 30);
  if (head.length < 30 || readSmallFirst(head, 0, 4) !== 0x04034b50) return new Uint8Array();
  const from = entry.at + 30 + readSmallFirst(head, 26, 2) + readSmallFirst(head, 28, 2);
  const bytes = await source.read(from, Math.min(entry.packed, most));
  if (entry.method === 0) return bytes;
  return entry.method === 8 ? unpack(bytes, "deflate-raw", most) : new Uint8Array();
}

/** At most about `most` bytes of what `bytes` unpack to; what is broken ends where it breaks. */
export async function unpack(bytes: Uint8Array, format: "deflate" | "deflate-raw", most: number): Promise<Uint8Array> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  // What follows the packed data, or a break in it, shows where it is read.
  void writer.write(bytes as BufferSource).catch(() => {});
  void writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < most) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // As far as it goes.
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()).subarray(0, most);
}
