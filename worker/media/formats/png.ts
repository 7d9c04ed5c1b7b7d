import { type ReadFile, readName, readNumber } from "./bytes.ts";

const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const keptChunks = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP"]);

/** PNG: chunks of a length, a name, data and a checksum. A moving one stands still. Null for what is no whole PNG. */
export function readPng(bytes: Uint8Array): ReadFile | null {
  if (start.some((byte, at) => bytes[at] !== byte)) return null;
  const parts = [bytes.subarray(0, start.length)];
  const names: string[] = [];
  const size = { width: readNumber(bytes, 16, 4), height: readNumber(bytes, 20, 4) };
  for (let at = start.length; at + 12 <= bytes.length;) {
    const name = readName(bytes, at + 4);
    const end = at + 12 + readNumber(bytes, at, 4);
    if (end > bytes.length || (names.length === 0) !== (name === "IHDR")) return null;
    names.push(name);
    if (keptChunks.has(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") return names.includes("IDAT") ? { parts, ...size } : null;
    at = end;
  }
  return null;
}
