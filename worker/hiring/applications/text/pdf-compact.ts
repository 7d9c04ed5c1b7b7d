import { standardNames } from "virtual:pdf-parts";

/** Of the dictionary of a font. */
const charsetKey = 15;
const encodingKey = 16;
const glyphsKey = 17;
/** A font of numbers, not of names. */
const collectionKey = 1230;

const codes = 256;
/** Most glyphs whose names are looked at: codes have 256. */
const mostGlyphs = 4096;

/**
 * The names of the letters of an embedded font in Compact Font Format, by their codes, as it says itself. Null for one that says
 * nothing of its own, or is broken.
 */
export function readCompactFont(bytes: Uint8Array): string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return readNames(view);
  } catch (error) {
    // Past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readNames(view: DataView): string[] | null {
  const names = readIndex(view, view.getUint8(2));
  const tops = readIndex(view, names.end);
  const strings = readIndex(view, tops.end);
  const top = readDictionary(view, tops.place(0));
  const [encodingAt = 0, charsetAt = 0, glyphsAt = 0] = [encodingKey, charsetKey, glyphsKey].map((key) => top.get(key));
  if (top.has(collectionKey) || encodingAt < 2) return null;
  const glyphs = Math.min(mostGlyphs, view.getUint16(glyphsAt));
  const numbers =
    charsetAt < 3 ? Array.from({ length: glyphs }, (_, glyph) => glyph) : readCharset(view, charsetAt, glyphs);
  const name = (number: number) => {
    if (number < 391) return standardNames[number] ?? "";
    const { from, to } = strings.place(number - 391);
    return Array.from({ length: Math.min(64, to - from) }, (_, at) =>
      String.fromCharCode(view.getUint8(from + at)),
    ).join("");
  };
  const found: string[] = [];
  for (const [code, glyph] of readEncoding(view, encodingAt)) {
    const number = numbers[glyph];
    if (number !== undefined && code < codes) found[code] = name(number);
  }
  return found;
}

/** Where the parts of a list are that begins at `at`, and where it ends. */
function readIndex(view: DataView, at: number) {
  const count = view.getUint16(at);
  if (count === 0) return { end: at + 2, place: () => ({ from: 0, to: 0 }) };
  const size = view.getUint8(at + 2);
  const start = at + 2 + size * (count + 1);
  const offset = (index: number) => {
    let value = 0;
    for (let byte = 0; byte < size; byte += 1) value = value * 256 + view.getUint8(at + 3 + index * size + byte);
    return start + value;
  };
  const place = (index: number) =>
    index < count ? { from: offset(index), to: offset(index + 1) } : { from: 0, to: 0 };
  return { end: offset(count), place };
}

/** The last number before each key. */
function readDictionary(view: DataView, { from, to }: { from: number; to: number }): Map<number, number> {
  const found = new Map<number, number>();
  let value = 0;
  for (let at = from; at < to;) {
    const first = view.getUint8(at);
    at += 1;
    if (first === 12) {
      found.set(1200 + view.getUint8(at), value);
      at += 1;
    } else if (first <= 21) found.set(first, value);
    else if (first === 28) {
      value = view.getInt16(at);
      at += 2;
    } else if (first === 29) {
      value = view.getInt32(at);
      at += 4;
    } else if (first === 30) while ((view.getUint8(at++) & 15) !== 15);
    else if (first <= 246) value = first - 139;
    else {
      const rest = view.getUint8(at);
      value = first <= 250 ? (first - 247) * 256 + rest + 108 : -(first - 251) * 256 - rest - 108;
      at += 1;
    }
  }
  return found;
}

/** The number of each glyph's name. */
function readCharset(view: DataView, at: number, glyphs: number): number[] {
  const format = view.getUint8(at);
  const numbers = [0];
  for (let next = at + 1; numbers.length < glyphs;) {
    const first = view.getUint16(next);
    const more = format === 0 ? 0 : format === 1 ? view.getUint8(next + 2) : view.getUint16(next + 2);
    for (let index = 0; index <= more && numbers.length < glyphs; index += 1) numbers.push(first + index);
    next += 2 + format;
  }
  return numbers;
}

/** Codes with their glyphs. */
function* readEncoding(view: DataView, at: number): Generator<[code: number, glyph: number]> {
  const format = view.getUint8(at) & 0x7f;
  const count = view.getUint8(at + 1);
  let glyph = 1;
  for (let index = 0; index < count; index += 1) {
    const place = at + 2 + index * (1 + format);
    const more = format === 0 ? 0 : view.getUint8(place + 1);
    for (let step = 0; step <= more; step += 1, glyph += 1) yield [view.getUint8(place) + step, glyph];
  }
}
