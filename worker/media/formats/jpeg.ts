import { type ReadFile, readName, readNumber, readSmallFirst } from "./bytes.ts";

const mark = 0xff;
const kinds = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, exif: 0xe1, colours: 0xe2, adobe: 0xee } as const;

/**
 * JPEG: segments of a mark, a kind and a length, and scans, whose data ends with the next mark. How it is turned stays,
 * and what its colours mean. Null for what is none, or not a whole one.
 */
export function readJpeg(bytes: Uint8Array): ReadFile | null {
  if (bytes[0] !== mark || bytes[1] !== kinds.start) return null;
  const parts = [bytes.subarray(0, 2)];
  let size = { width: 0, height: 0, frames: 0 };
  let turn = 1;
  let hasScan = false;
  for (let at = 2; at + 1 < bytes.length;) {
    const kind = bytes[at + 1] ?? 0;
    if (bytes[at] !== mark) return null;
    if (kind === kinds.end) {
      if (!hasScan || size.frames > 1) return null;
      parts.push(bytes.subarray(at, at + 2));
      if (turn > 1) parts.splice(1, 0, writeTurn(turn));
      return { parts, ...turnSize(size, turn) };
    }
    const length = readNumber(bytes, at + 2, 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (kind === kinds.scan) {
      hasScan = true;
      end = findMark(bytes, end);
    }
    if (isFrame(kind))
      size = {
        height: readNumber(bytes, at + 5, 2),
        width: readNumber(bytes, at + 7, 2),
        frames: size.frames + 1,
      };
    if (kind === kinds.exif) turn = readTurn(bytes.subarray(at + 4, end)) ?? turn;
    if (!isExtra(bytes, at, kind)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** The segments that say how large the picture is; three of their numbers mean something else. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}

/** Comments and what applications add, but for what the colours need. */
function isExtra(bytes: Uint8Array, at: number, kind: number): boolean {
  if (kind === kinds.comment) return true;
  if (kind < kinds.exif || kind > 0xef || kind === kinds.adobe) return false;
  return !(kind === kinds.colours && readName(bytes, at + 4, 12) === "ICC_PROFILE\0");
}

/** Where the data of a scan ends. In it, a mark is followed by 0 where it means itself, or it restarts the scan. */
function findMark(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(mark, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(mark, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== mark && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const turnTag = 0x0112;

/** How the camera was held, 1 to 8, as EXIF says it in its first directory. */
function readTurn(exif: Uint8Array): number | null {
  if (readName(exif, 0, 6) !== "Exif\0\0") return null;
  const tiff = exif.subarray(6);
  const order = readName(tiff, 0, 2);
  if (order !== "II" && order !== "MM") return null;
  const read = order === "II" ? readSmallFirst : readNumber;
  const directory = read(tiff, 4, 4);
  const entries = Math.min(read(tiff, directory, 2), 200);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (read(tiff, entry, 2) !== turnTag) continue;
    const turn = read(tiff, entry + 8, 2);
    return turn >= 1 && turn <= 8 ? turn : null;
  }
  return null;
}

/** EXIF that says how the camera was held, and nothing else. */
function writeTurn(turn: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    turnTag >> 8,
    turnTag & 255,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    turn,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [...new TextEncoder().encode("Exif\0\0"), ...tiff];
  return new Uint8Array([mark, kinds.exif, 0, body.length + 2, ...body]);
}

/** From 5 on the picture is shown on its side. */
function turnSize({ width, height }: { width: number; height: number }, turn: number) {
  return turn >= 5 ? { width: height, height: width } : { width, height };
}
