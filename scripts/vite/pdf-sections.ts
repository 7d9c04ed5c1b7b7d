import type { Cuts } from "./cut-methods.ts";

/** Which of pdf.js is taken to read text. */

/** Modules that are taken whole. */
export const sections = [
  "util",
  "primitives",
  "base_stream",
  "string_utils",
  "core_utils",
  "stream",
  "decode_stream",
  "char_code_map",
  "ascii_85_stream",
  "ascii_hex_stream",
  "flate_stream",
  "lzw_stream",
  "predictor_stream",
  "run_length_stream",
  "parser",
  "binary_cmap",
  "cmap",
  "encodings",
  "glyphlist",
  "unicode",
  "fonts_utils",
  "to_unicode_map",
  "metrics",
  "type1_parser",
  "fonts",
  "bidi",
  "evaluator",
  "evaluator_utils",
  "decrypt_stream",
  "crypto",
  "xref",
  "math_clamp",
];

/** What stands for a name of another module where nothing is not enough. */
export const stubs: Readonly<Record<string, string>> = {
  LocalImageCache: "class { getByName() {} getByRef() {} set() {} }",
  LocalGStateCache: "class { getByName() {} getByRef() {} set() {} }",
  RegionalImageCache: "class {}",
  getFontSubstitution: "() => null",
  getXfaFontName: "() => null",
  // What a font is called tells its widths well enough by a word in it.
  getStdFontMap: "() => ({})",
  getNonStdFontMap: "() => ({})",
  getSerifFonts: "() => ({})",
  getStandardFontName: "() => undefined",
  isKnownFontName: "() => false",
  getSymbolsFonts: "() => ({ Dingbats: true, Symbol: true, ZapfDingbats: true, Wingdings: true })",
  calculateMD5: 'makeDigest("md5")',
  calculateSHA256: 'makeDigest("sha256")',
  calculateSHA384: 'makeDigest("sha384")',
  calculateSHA512: 'makeDigest("sha512")',
};

/** Of classes that do other things, too. */
export const methods: Cuts = {
  methodsToKeep: {
    PartialEvaluator: [
      "constructor",
      "parsingType3Font",
      "fetchBuiltInCMap",
      "fetchStandardFontData",
      "loadFont",
      "ensureStateFont",
      "getTextContent",
      "extractDataStructures",
      "_simpleFontToUnicode",
      "buildToUnicode",
      "readToUnicode",
      "extractWidths",
      "isSerifFont",
      "getBaseFontMetrics",
      "buildCharCodeToWidth",
      "preEvaluateFont",
      "translateFont",
      "fallbackFontDict",
    ],
    Util: ["identity0to256Map", "transform", "normalizeRect"],
    Font: ["constructor", "_spaceWidth", "_charToGlyph", "hasVerticalVariant", "charsToGlyphs"],
    TranslatedFont: ["constructor"],
    Type1Parser: [
      "constructor",
      "readNumberArray",
      "readNumber",
      "readInt",
      "readBoolean",
      "nextChar",
      "prevChar",
      "getToken",
      "extractFontHeader",
    ],
  },
  dropped: {
    DecodeStream: ["getImageData", "asyncGetBytesFromDecompressionStream"],
    FlateStream: ["getImageData", "asyncGetBytes"],
    Parser: ["findDCTDecodeInlineStreamEnd"],
  },
  bodies: {
    PartialEvaluator: { fetchBuiltInCMap: "throw new Error(name);", fetchStandardFontData: "return null;" },
  },
};
