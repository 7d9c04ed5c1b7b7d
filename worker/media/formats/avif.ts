import { type ReadFile, readName, readNumber } from "./bytes.ts";

interface Box {
  name: string;
  /** Where its content begins and ends. */
  from: number;
  to: number;
}

/** The kinds of a file of this family, such as "avif" or "heic"; none for any other file. */
export function listBrands(bytes: Uint8Array): string[] {
  if (readName(bytes, 4) !== "ftyp") return [];
  const end = Math.min(readNumber(bytes, 0, 4), 200, bytes.length);
  const brands = [readName(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(readName(bytes, at));
  return brands;
}

/**
 * AVIF: boxes of a length, a name and content; `meta` names the parts of the picture and where they lie. EXIF and XMP are
 * such parts: their bytes are blanked, so that no other place moves. Null for what is no whole, still AVIF.
 */
export function readAvif(bytes: Uint8Array): ReadFile | null {
  if (!listBrands(bytes).includes("avif")) return null;
  const boxes = listBoxes(bytes, { from: 0, to: bytes.length });
  const meta = boxes?.find(({ name }) => name === "meta");
  // `moov` is a film.
  if (!boxes || !meta || boxes.some(({ name }) => name === "moov")) return null;
  const within = listBoxes(bytes, { from: meta.from + 4, to: meta.to });
  if (!within) return null;
  const size = measure(bytes, within);
  const copy = bytes.slice();
  for (const { from, to } of boxes.filter(({ name }) => !["ftyp", "meta", "mdat"].includes(name)))
    copy.fill(0, from, to);
  const extras = listExtras(bytes, within);
  const places = extras && locate(bytes, within, extras);
  if (!size || !places) return null;
  for (const { from, to } of places) copy.fill(0, from, to);
  return { parts: [copy], ...size };
}

/** The boxes of a stretch; null where one reaches past its end. */
function listBoxes(bytes: Uint8Array, { from, to }: { from: number; to: number }): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const short = readNumber(bytes, at, 4);
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? readNumber(bytes, at + 8, 8) : short === 0 ? to - at : short;
    if (length < head || at + length > to) return null;
    boxes.push({ name: readName(bytes, at + 4), from: at + head, to: at + length });
    at += length;
  }
  return boxes;
}

/** The size of the main part. A part that is larger than it counts instead: it is what a browser would have to hold. */
function measure(bytes: Uint8Array, meta: readonly Box[]): { width: number; height: number } | null {
  const properties = find(bytes, meta, "iprp");
  const container = properties?.find(({ name }) => name === "ipco");
  const list = container && listBoxes(bytes, container);
  if (!list) return null;
  const sizes = list
    .filter(({ name }) => name === "ispe")
    .map(({ from }) => ({ width: readNumber(bytes, from + 4, 4), height: readNumber(bytes, from + 8, 4) }));
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) return null;
  const turn = list.find(({ name }) => name === "irot");
  const isOnSide = turn !== undefined && ((bytes[turn.from] ?? 0) & 1) === 1;
  return isOnSide ? { width: largest.height, height: largest.width } : largest;
}

function find(bytes: Uint8Array, boxes: readonly Box[], wanted: string): Box[] | null {
  const box = boxes.find(({ name }) => name === wanted);
  return box ? listBoxes(bytes, box) : null;
}

/** Ids of the parts that are no picture: EXIF, and texts such as XMP. Null where they cannot be read. */
function listExtras(bytes: Uint8Array, meta: readonly Box[]): Set<number> | null {
  const list = meta.find(({ name }) => name === "iinf");
  if (!list) return null;
  const isLong = (bytes[list.from] ?? 0) > 0;
  const entries = listBoxes(bytes, { from: list.from + (isLong ? 8 : 6), to: list.to });
  if (!entries) return null;
  const extras = new Set<number>();
  for (const { from } of entries) {
    const version = bytes[from] ?? 0;
    if (version < 2) return null;
    const width = version === 2 ? 2 : 4;
    const kind = readName(bytes, from + 4 + width + 2);
    if (["Exif", "mime", "uri "].includes(kind)) extras.add(readNumber(bytes, from + 4, width));
  }
  return extras;
}

/** Where the parts `wanted` lie in the file. Null where that cannot be read. */
function locate(
  bytes: Uint8Array,
  meta: readonly Box[],
  wanted: ReadonlySet<number>,
): { from: number; to: number }[] | null {
  const box = meta.find(({ name }) => name === "iloc");
  if (!box) return null;
  const data = meta.find(({ name }) => name === "idat");
  const version = bytes[box.from] ?? 0;
  const [first, second] = [bytes[box.from + 4] ?? 0, bytes[box.from + 5] ?? 0];
  const widths = { offset: first >> 4, length: first & 15, base: second >> 4, index: version > 0 ? second & 15 : 0 };
  let at = box.from + 6;
  const take = (width: number) => {
    at += width;
    return readNumber(bytes, at - width, width);
  };
  const idWidth = version < 2 ? 2 : 4;
  const count = take(idWidth);
  const places: { from: number; to: number }[] = [];
  for (let index = 0; index < count && at < box.to; index += 1) {
    const id = take(idWidth);
    const method = version > 0 ? take(2) & 15 : 0;
    take(2);
    const base = take(widths.base);
    const extents = take(2);
    for (let extent = 0; extent < extents && at < box.to; extent += 1) {
      take(widths.index);
      const from = (method === 1 ? (data?.from ?? 0) : 0) + base + take(widths.offset);
      const length = take(widths.length);
      if (!wanted.has(id)) continue;
      // A length of 0 means the rest, which may hold the picture as well.
      if (method > 1 || length === 0 || from + length > bytes.length) return null;
      places.push({ from, to: from + length });
    }
  }
  return at <= box.to ? places : null;
}
