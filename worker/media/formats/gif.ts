import { type ReadFile, readName, readSmallFirst } from "./bytes.ts";

const loops = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);
const ends = { extension: 0x21, frame: 0x2c, file: 0x3b } as const;
/** Of extensions: when a frame is shown, and what an application adds. */
const control = 0xf9;
const application = 0xff;

/** GIF: a screen, then frames and extensions, each in blocks of at most 255 bytes. Null for what is no whole GIF. */
export function readGif(bytes: Uint8Array): ReadFile | null {
  if (!["GIF87a", "GIF89a"].includes(readName(bytes, 0, 6))) return null;
  const [width, height] = [readSmallFirst(bytes, 6, 2), readSmallFirst(bytes, 8, 2)];
  let at = 13 + measureTable(bytes[10] ?? 0);
  const parts = [bytes.subarray(0, at)];
  let hasFrame = false;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === ends.file) {
      parts.push(bytes.subarray(at, at + 1));
      return hasFrame ? { parts, width, height } : null;
    }
    const end = kind === ends.frame ? findFrameEnd(bytes, at, { width, height }) : findExtensionEnd(bytes, at);
    if (end === null) return null;
    hasFrame ||= kind === ends.frame;
    if (kind === ends.frame || staysInFile(bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Bytes of a table of colours, as the flags before it say. */
function measureTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** A frame lies within the screen: otherwise browsers would make the screen larger than it says. */
function findFrameEnd(bytes: Uint8Array, at: number, screen: { width: number; height: number }): number | null {
  const [left, top, width, height] = [1, 3, 5, 7].map((place) => readSmallFirst(bytes, at + place, 2)) as [
    number,
    number,
    number,
    number,
  ];
  if (left + width > screen.width || top + height > screen.height) return null;
  return findBlocksEnd(bytes, at + 11 + measureTable(bytes[at + 9] ?? 0));
}

function findExtensionEnd(bytes: Uint8Array, at: number): number | null {
  return bytes[at] === ends.extension ? findBlocksEnd(bytes, at + 2) : null;
}

function findBlocksEnd(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at < bytes.length; at += 1 + (bytes[at] ?? 0)) if (bytes[at] === 0) return at + 1;
  return null;
}

/** What says when frames are shown and how often all of them are. */
function staysInFile(bytes: Uint8Array, at: number): boolean {
  const label = bytes[at + 1];
  return label === control || (label === application && loops.has(readName(bytes, at + 3, 11)));
}
