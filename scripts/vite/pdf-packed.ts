/** Parts of pdf.js in less room. */

/** Letters whose names stay: of Latin, Greek, Cyrillic and Hebrew writing, and signs of sentences, mathematics and lists. */
const letters: readonly [from: number, to: number][] = [
  [0x0020, 0x017f],
  [0x0192, 0x0192],
  [0x01a0, 0x01a1],
  [0x01af, 0x01b0],
  [0x01cd, 0x01dc],
  [0x0218, 0x021b],
  [0x02c6, 0x02dd],
  [0x0386, 0x03d6],
  [0x0401, 0x045f],
  [0x0490, 0x0491],
  [0x05d0, 0x05ea],
  [0x1e80, 0x1e85],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x2044],
  [0x20a0, 0x20ac],
  [0x2113, 0x2126],
  [0x215b, 0x215e],
  [0x2190, 0x2193],
  [0x2202, 0x2265],
  [0x25a0, 0x25e6],
  [0xfb00, 0xfb06],
];

/** The list of glyphs' names, in a sixth of its size: the names of letters that follow each other. */
export function packGlyphs(section: string): string {
  // The other list is of bullets and arrows.
  const [all = ""] = section.split("const getDingbatsGlyphsUnicode");
  return `${packList(all)}\n${unpack}`;
}

const unpack = `function unpackGlyphs(packed) {
  const names = Object.create(null);
  let code = 0;
  for (const word of packed.split(" ")) {
    if (/^\\d/.test(word)) code = parseInt(word, 10);
    else {
      for (const name of word.split(",")) names[name] = code;
      code += 1;
    }
  }
  return names;
}`;

function packList(source: string): string {
  const byCode = new Map<number, string[]>();
  for (const [, plain, quoted = "", hex = ""] of source.matchAll(/\bt(?:\.(\w+)|\["([^"]+)"\]) = 0x([0-9a-f]+);/gi)) {
    const code = Number.parseInt(hex, 16);
    if (letters.some(([from, to]) => code >= from && code <= to))
      byCode.set(code, [...(byCode.get(code) ?? []), plain ?? quoted]);
  }
  const words: string[] = [];
  let next = -1;
  for (const [code, names] of [...byCode].toSorted(([one], [other]) => one - other)) {
    if (code !== next) words.push(String(code));
    words.push(names.join(","));
    next = code + 1;
  }
  return `let glyphsMade;\nfunction getGlyphsUnicode() { return glyphsMade ??= unpackGlyphs(${JSON.stringify(words.join(" "))}); }`;
}

/** Widths of the fonts that every reader of PDFs has, of Helvetica and Times alone: the others are much like one of the two. */
export function cutMetrics(section: string): string {
  return section.replaceAll(
    /^ {2}t(?:\["(?:Helvetica-|Times-[BI])[^"]*"\]|\.(?:Symbol|ZapfDingbats)) = getLookupTableFactory\([^]*?^ {2}\}\);\n/gm,
    "",
  );
}

/** In place of the package's own ciphers: `decryptBlock` is called with each piece in order, `encrypt` once. */
const cipher = `class AesCipher {
  #decipher;
  constructor(key) {
    this.key = key;
    this.name = "aes-" + 8 * key.length + "-cbc";
  }
  decryptBlock(data, isLast, start) {
    if (!this.#decipher) {
      if (!start && data.length < 16) return new Uint8Array();
      this.#decipher = createDecipheriv(this.name, this.key, start ?? data.subarray(0, 16)).setAutoPadding(false);
      if (!start) data = data.subarray(16);
    }
    const plain = new Uint8Array(this.#decipher.update(data));
    const padding = isLast ? (plain.at(-1) ?? 0) : 0;
    const isPadded = padding <= 16 && plain.subarray(-padding).every((byte) => byte === padding);
    return isPadded ? plain.subarray(0, plain.length - padding) : plain;
  }
  encrypt(data, start) {
    return new Uint8Array(createCipheriv(this.name, this.key, start).setAutoPadding(false).update(data));
  }
}
const AES128Cipher = AesCipher, AES256Cipher = AesCipher;
`;

/** Protected files, by the platform's AES. */
export function replaceCiphers(section: string): string {
  return section.replace(/^class AESBaseCipher [^]*?(?=^class PDFBase )/m, () => cipher);
}
