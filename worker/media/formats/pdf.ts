import { type ReadFile, readName } from "./bytes.ts";

/** How far from the end of a PDF its last line may be. */
const tail = 1024;

/** PDF, from its first byte to its last line. What it says of its author stays in it. Null for what is no whole PDF. */
export function readPdf(bytes: Uint8Array): ReadFile | null {
  if (!/^%PDF-[12]\.\d/.test(readName(bytes, 0, 8))) return null;
  const end = readName(bytes, Math.max(0, bytes.length - tail), tail);
  return end.includes("%%EOF") ? { parts: [bytes], width: 0, height: 0 } : null;
}
