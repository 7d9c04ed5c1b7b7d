import { Buffer } from "node:buffer";
import { BinaryCMapReader, CMap, tables } from "virtual:pdf-parts";

/** How many bytes one code of a text has, by its first byte and what follows. */
type Measure = (first: number, second: number) => number;

const isLow = (byte: number) => byte < 0x80;
const one: Measure = (first) => (isLow(first) ? 1 : 2);
/** With the letters of half width in one byte. */
const japanese: Measure = (first) => (isLow(first) || (first >= 0xa1 && first <= 0xdf) ? 1 : 2);
const wide: Measure = (first) => (first >= 0xd8 && first <= 0xdb ? 4 : 2);
const short: Measure = (first) => (isLow(first) ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
const gb18030: Measure = (first, second) => (isLow(first) ? 1 : second >= 0x30 && second <= 0x39 ? 4 : 2);
const two: Measure = () => 2;

/**
 * The encodings of text behind the maps that every reader of PDFs is to know, by their names: the platform decodes them. `plain`
 * ones lack the high bits that their encoding has.
 */
const encodings: readonly [name: RegExp, encoding: string, measure: Measure, isPlain?: true][] = [
  [/^Uni\w+-(?:UCS2|UTF16)/, "utf-16be", wide],
  [/^Uni\w+-UTF8/, "utf-8", short],
  [/RKSJ/, "shift_jis", japanese],
  [/^GBK2K/, "gb18030", gb18030],
  [/^GB\w*-EUC/, "gbk", one],
  [/-B5-|^B5pc/, "big5", one],
  [/^KSC\w*-(?:EUC|UHC)/, "euc-kr", one],
  [/^EUC-/, "euc-jp", one],
  [/^(?:Add-|Ext-|78-)?[HV]$/, "euc-jp", two, true],
  [/^GBT?-[HV]$/, "gbk", two, true],
  [/^KSC-[HV]$/, "euc-kr", two, true],
];

/** A map that knows the letters of codes, not the numbers of their glyphs: each is as wide as the font says of most. */
class LettersMap extends CMap {
  readonly #measure: Measure;
  /** In the form in which the engine asks a font. */
  readonly letters: object;

  constructor({ encoding, measure, isPlain }: { encoding: string; measure: Measure; isPlain: boolean }) {
    super(true);
    this.#measure = measure;
    const decoder = new TextDecoder(encoding);
    const decode = (code: number) => {
      const bytes = [code >>> 24, (code >>> 16) & 0xff, (code >>> 8) & 0xff, code & 0xff];
      const start = Math.min(
        bytes.findIndex((byte) => byte > 0),
        encoding === "utf-16be" ? 2 : 3,
      );
      const own = bytes.slice(start < 0 ? 3 : start).map((byte) => (isPlain ? byte | 0x80 : byte));
      return decoder.decode(Uint8Array.from(own)).replaceAll("\u{fffd}", "");
    };
    this.letters = { size: 1, has: () => true, get: decode, charCodeOf: () => -1, forEach: () => {}, amend: () => {} };
  }

  override readCharCode(text: string, at: number, out: { charcode: number; length: number }): void {
    const length = Math.min(this.#measure(text.charCodeAt(at), text.charCodeAt(at + 1)), text.length - at);
    out.charcode = 0;
    for (let index = 0; index < length; index += 1) out.charcode = out.charcode * 256 + text.charCodeAt(at + index);
    out.length = length;
  }

  override contains(): boolean {
    return true;
  }

  /** No glyph has that number. */
  override lookup(): number {
    return -1;
  }
}

/** Collections of East Asian glyphs: the maps that tell their letters, the first one first, and the encoding of those. */
const collections: Readonly<Record<string, { maps: readonly string[]; encoding: string }>> = {
  "Adobe-Japan1-UCS2": { maps: ["90ms-RKSJ-H", "90ms-RKSJ-V"], encoding: "shift_jis" },
  "Adobe-GB1-UCS2": { maps: ["GB-EUC-H"], encoding: "gbk" },
  "Adobe-CNS1-UCS2": { maps: ["ETen-B5-H"], encoding: "big5" },
  "Adobe-Korea1-UCS2": { maps: ["KSCms-UHC-H"], encoding: "euc-kr" },
};
/** In each of them, the first glyphs are those of ASCII. */
const asciiGlyphs = 95;

/** From the numbers of glyphs to their letters, in bytes of UTF-16. */
class GlyphsMap extends CMap {
  readonly #letters = new Map<number, string>();

  add(glyph: number, letters: string): void {
    if (letters === "" || letters.includes("\u{fffd}") || this.#letters.has(glyph)) return;
    this.#letters.set(glyph, Buffer.from(letters, "utf16le").swap16().toString("latin1"));
  }

  override lookup(glyph: number): string | undefined {
    return this.#letters.get(glyph);
  }
}

const made = new Map<string, Promise<GlyphsMap>>();

async function makeGlyphsMap({ maps, encoding }: { maps: readonly string[]; encoding: string }): Promise<GlyphsMap> {
  const map = new GlyphsMap(true);
  const decoder = new TextDecoder(encoding);
  for (const name of maps) {
    const data = Buffer.from(tables[name] ?? "", "base64");
    const codes = await new BinaryCMapReader().process(data, new CMap(true), () => new CMap(true));
    codes.forEach((code, glyph) => {
      const bytes = code > 0xff ? [code >>> 8, code & 0xff] : [code];
      if (typeof glyph === "number") map.add(glyph, decoder.decode(Uint8Array.from(bytes)));
    });
  }
  for (let glyph = 1; glyph <= asciiGlyphs; glyph += 1) map.add(glyph, String.fromCharCode(0x1f + glyph));
  return map;
}

/**
 * The map `name` of East Asian letters, or of the letters of a collection of glyphs; undefined for one that is not known here.
 */
export function makeLettersMap(name: string): CMap | Promise<CMap> | undefined {
  const collection = collections[name];
  if (collection) {
    const known = made.get(name);
    if (known) return known;
    const map = makeGlyphsMap(collection);
    made.set(name, map);
    // A file may have spent its budget on it.
    map.catch(() => made.delete(name));
    return map;
  }
  const found = encodings.find(([pattern]) => pattern.test(name));
  if (!found) return undefined;
  const [, encoding, measure, isPlain = false] = found;
  const map = new LettersMap({ encoding, measure, isPlain });
  map.vertical = name.endsWith("V");
  return map;
}
