import { countBytes, type ReadFile, readName, readSmallFirst } from "./bytes.ts";

const keptChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP"]);
/** Of the flags in VP8X: that the picture lets its ground through, and that it says what its colours mean. */
const flags = { alpha: 0x10, colours: 0x20 } as const;

/** True for a WebP that moves, of which `readWebp` finds no picture. */
export function isMovingWebp(bytes: Uint8Array): boolean {
  return isWebp(bytes) && readName(bytes, 12) === "VP8X" && ((bytes[20] ?? 0) & 0x02) !== 0;
}

/** WebP: chunks of a name, a length and data, in one of the name RIFF. Null for what is no whole, still WebP. */
export function readWebp(bytes: Uint8Array): ReadFile | null {
  if (!isWebp(bytes)) return null;
  const parts: Uint8Array[] = [];
  const size = { width: 0, height: 0 };
  let hasPicture = false;
  let canvas: Uint8Array | undefined;
  let hasColours = false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = readName(bytes, at);
    const length = readSmallFirst(bytes, at + 4, 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    // What comes after the end that RIFF names is none of it.
    if (at >= 8 + readSmallFirst(bytes, 4, 4)) break;
    const chunk = name === "VP8X" ? bytes.slice(at, end) : bytes.subarray(at, end);
    if (name === "VP8X") canvas = chunk;
    hasColours ||= name === "ICCP";
    const own = measureChunk(name, chunk.subarray(8));
    size.width = Math.max(size.width, own.width);
    size.height = Math.max(size.height, own.height);
    if (keptChunks.has(name)) parts.push(chunk);
    hasPicture ||= name === "VP8 " || name === "VP8L";
    at = end;
  }
  if (!hasPicture) return null;
  if (canvas) canvas[8] = ((canvas[8] ?? 0) & flags.alpha) | (hasColours ? flags.colours : 0);
  const head = bytes.slice(0, 12);
  new DataView(head.buffer).setUint32(4, countBytes(parts) + 4, true);
  return { parts: [head, ...parts], ...size };
}

function isWebp(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && readName(bytes, 0) === "RIFF" && readName(bytes, 8) === "WEBP";
}

/** The size that a chunk names, or 0. */
function measureChunk(name: string, body: Uint8Array): { width: number; height: number } {
  if (name === "VP8X") return { width: readSmallFirst(body, 4, 3) + 1, height: readSmallFirst(body, 7, 3) + 1 };
  if (name === "VP8 ")
    return { width: readSmallFirst(body, 6, 2) & 0x3fff, height: readSmallFirst(body, 8, 2) & 0x3fff };
  if (name !== "VP8L") return { width: 0, height: 0 };
  const bits = readSmallFirst(body, 1, 4);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
