/**
 * Reads a picture by its content, and leaves out all that is not the picture: where it was taken and with what camera
 * (EXIF, XMP), comments, thumbnails, and whatever was added after its end.
 */

type PictureType = "image/jpeg" | "image/png" | "image/webp";

export interface CleanPicture {
  type: PictureType;
  bytes: Uint8Array;
}

/** The picture in `bytes` and nothing besides; null for what is no whole JPEG, PNG or still WebP. */
export function cleanPicture(bytes: Uint8Array): CleanPicture | null {
  const parts = cleanJpeg(bytes) ?? cleanPng(bytes) ?? cleanWebp(bytes);
  return parts && { type: parts.type, bytes: join(parts.parts) };
}

interface Cleaned {
  type: PictureType;
  parts: Uint8Array[];
}

const jpeg = { mark: 0xff, start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, application: [0xe1, 0xef] } as const;
/** Says how the colours are stored, which is part of the picture. */
const adobe = 0xee;

/** JPEG: segments of a mark, a kind and a length, and scans, whose data ends with the next mark. */
function cleanJpeg(bytes: Uint8Array): Cleaned | null {
  if (bytes[0] !== jpeg.mark || bytes[1] !== jpeg.start) return null;
  const parts = [bytes.subarray(0, 2)];
  let hasScan = false;
  for (let at = 2; at + 1 < bytes.length;) {
    const kind = bytes[at + 1] ?? 0;
    if (bytes[at] !== jpeg.mark) return null;
    if (kind === jpeg.end)
      return hasScan ? { type: "image/jpeg", parts: [...parts, bytes.subarray(at, at + 2)] } : null;
    const length = readNumber(bytes, at + 2, 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (kind === jpeg.scan) {
      hasScan = true;
      end = findMark(bytes, end);
    }
    const [first, last] = jpeg.application;
    const isExtra = kind === jpeg.comment || (kind >= first && kind <= last && kind !== adobe);
    if (!isExtra) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Where the data of a scan ends. In it, a mark is followed by 0 where it means itself, or it restarts the scan. */
function findMark(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === jpeg.mark && next !== 0 && next !== jpeg.mark && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pngKept = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB"]);

/** PNG: chunks of a length, a name, data and a checksum. */
function cleanPng(bytes: Uint8Array): Cleaned | null {
  if (pngStart.some((byte, at) => bytes[at] !== byte)) return null;
  const parts = [bytes.subarray(0, pngStart.length)];
  const names: string[] = [];
  for (let at = pngStart.length; at + 12 <= bytes.length;) {
    const name = readName(bytes, at + 4);
    const end = at + 12 + readNumber(bytes, at, 4);
    if (end > bytes.length || (names.length === 0) !== (name === "IHDR")) return null;
    names.push(name);
    if (pngKept.has(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") return names.includes("IDAT") ? { type: "image/png", parts } : null;
    at = end;
  }
  return null;
}

const webpKept = new Set(["VP8 ", "VP8L", "VP8X", "ALPH"]);
/** Of the flags in VP8X only that the picture lets its ground through. */
const webpAlpha = 0x10;

/** WebP: chunks of a name, a length and data, in one of the name RIFF. */
function cleanWebp(bytes: Uint8Array): Cleaned | null {
  if (bytes.length < 12 || readName(bytes, 0) !== "RIFF" || readName(bytes, 8) !== "WEBP") return null;
  const parts: Uint8Array[] = [];
  let hasPicture = false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = readName(bytes, at);
    const length = readNumber(bytes.slice(at + 4, at + 8).toReversed(), 0, 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    const chunk = bytes.slice(at, end);
    if (name === "VP8X") chunk[8] = (chunk[8] ?? 0) & webpAlpha;
    if (webpKept.has(name)) parts.push(chunk);
    hasPicture ||= name === "VP8 " || name === "VP8L";
    at = end;
  }
  const head = bytes.slice(0, 12);
  const size = parts.reduce((sum, part) => sum + part.length, 4);
  new DataView(head.buffer).setUint32(4, size, true);
  return hasPicture ? { type: "image/webp", parts: [head, ...parts] } : null;
}

/** A whole number, its highest byte first. */
function readNumber(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((number, byte) => number * 256 + byte, 0);
}

function readName(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
