/** Where the work of pdf.js is counted, and what it does otherwise when it reads text. */

/**
 * Text of the package, and what stands in its place. `meter` is whose file is read: `step` counts bytes looked at and other
 * work, `grow` what is unpacked. Each loop that a file can make long, and each object that it can make many of, is counted.
 */
export const insertions: readonly [was: string, is: string][] = [
  // Bytes, as they are looked at and unpacked.
  ["    return this.pos >= this.end ? -1 :", "    meter.step(1);\n    return this.pos >= this.end ? -1 :"],
  ["    this.pos = endPos;\n", "    this.pos = endPos;\n    meter.step(endPos - pos);\n"],
  ["    while (this.bufferLength <= pos) {\n", "    meter.step(1);\n    while (this.bufferLength <= pos) {\n"],
  [
    "    const buffer2 = new Uint8Array(size);",
    "    meter.grow(size - buffer.byteLength);\n    const buffer2 = new Uint8Array(size);",
  ],
  // Unpacking in the background has no limit.
  ["  #isAsync = true;", "  #isAsync = false;"],
  ["    const size = 1 << maxLen;\n", "    const size = 1 << maxLen;\n    meter.step(size);\n"],
  ["    let hdr = this.getBits(3);", "    meter.step(100);\n    let hdr = this.getBits(3);"],
  // What only pictures use.
  ["          return new JpegStream(stream, maybeLength, params);", "          return new NullStream();"],
  ["          return new JpxStream(stream, maybeLength);", "          return new NullStream();"],
  ["          return new CCITTFaxStream(stream, maybeLength, params);", "          return new NullStream();"],
  ["          return new Jbig2Stream(stream, maybeLength, params);", "          return new NullStream();"],
  ["          return new BrotliStream(stream, maybeLength);", "          return new NullStream();"],
  [
    "        length = this.findDCTDecodeInlineStreamEnd(stream);",
    "        length = this.findDefaultInlineStreamEnd(stream);",
  ],
  // Objects.
  ["      let charBuffered = false;\n", "      let charBuffered = false;\n      meter.step(8);\n"],
  [
    "        digit = toHexDigit(ch);\n        if (digit === -1) {",
    "        meter.step(8);\n        digit = toHexDigit(ch);\n        if (digit === -1) {",
  ],
  [
    "      if (ch === 0x23) {\n        ch = this.nextChar();",
    "      meter.step(8);\n      if (ch === 0x23) {\n        ch = this.nextChar();",
  ],
  [
    "    let comment = false;\n    let ch = this.currentChar;",
    "    meter.step(8);\n    let comment = false;\n    let ch = this.currentChar;",
  ],
  ["          const array = [];\n", "          meter.step(20);\n          const array = [];\n"],
  [
    "          const dict = new Dict(this.xref);\n",
    "          meter.step(60);\n          const dict = new Dict(this.xref);\n",
  ],
  [
    '    if (!Number.isInteger(first) || !Number.isInteger(n)) {\n      throw new FormatError("invalid first',
    '    meter.step(200);\n    if (!Number.isInteger(first) || !Number.isInteger(n)) {\n      throw new FormatError("invalid first',
  ],
  ["new Array(n);", "[];"],
  [
    "        this.#entries[first + i] ??= entry;",
    "        meter.step(32);\n        this.#entries[first + i] ??= entry;",
  ],
  ["          this.#entries[num] = {", "          meter.step(32);\n          this.#entries[num] = {"],
  // References, copies of lists and texts: many may share one that is long.
  [
    "    const num = ref.num;\n    const cacheEntry",
    "    meter.step(8);\n    const num = ref.num;\n    const cacheEntry",
  ],
  ["      value = value.slice();\n", "      meter.step(8 * value.length);\n      value = value.slice();\n"],
  ['  if (str[0] >= "\\xEF") {\n', '  meter.step(str.length + 16);\n  if (str[0] >= "\\xEF") {\n'],
  // Maps and widths of fonts.
  ["    this.#reverse = null;\n    if (", "    meter.step(8);\n    this.#reverse = null;\n    if ("],
  [
    "    this.codespaceRanges[n - 1].push(low, high);",
    "    meter.step(32);\n    this.codespaceRanges[n - 1].push(low, high);",
  ],
  [
    "      for (let k = 0, kk = codespaceRange.length; k < kk;) {",
    "      meter.step(codespaceRange.length);\n      for (let k = 0, kk = codespaceRange.length; k < kk;) {",
  ],
  [
    "            for (let j = start; j <= code; j++) {\n",
    "            for (let j = start; j <= code; j++) {\n              meter.step(8);\n",
  ],
  // Each of them is gone through several times.
  [
    "          for (const entry of diffEncoding) {\n",
    "          meter.step(64 * diffEncoding.length);\n          for (const entry of diffEncoding) {\n",
  ],
  ["for (const w of widths) {\n", "for (const w of widths) {\n          meter.step(16);\n"],
  ["for (const c of code) {\n", "for (const c of code) {\n              meter.step(16);\n"],
  [
    "          const code = xref.fetchIfRef(widths[i]);\n",
    "          meter.step(16);\n          const code = xref.fetchIfRef(widths[i]);\n",
  ],
  ["const vmetric = [", "meter.step(32);\n              const vmetric = ["],
  [
    '    const isType3Font = type === "Type3";\n    if (!descriptor) {',
    '    meter.step(5000);\n    const isType3Font = type === "Type3";\n    if (!descriptor) {',
  ],
  // The maps of East Asian fonts are worked out: 1.7 MB as the package has them.
  [
    "  if (!BUILT_IN_CMAPS.has(name)) {",
    "  const known = readMap(name);\n  if (known) {\n    return known;\n  }\n  if (name) {",
  ],
  [
    "    if (properties.cMap.builtInCMap && !(",
    "    if (properties.cMap.letters) {\n      return properties.cMap.letters;\n    }\n    if (properties.cMap.builtInCMap && !(",
  ],
  ["    for (let i = 0; i < 0x10000; i++) {", "    meter.step(0x10000);\n    for (let i = 0; i < 0x10000; i++) {"],
  // Equal fonts in several places are read anew.
  ["    if (descriptor) {\n      hash = new MurmurHash3_64();", "    if (false) {"],
  // What is drawn.
  ["    const old = this.state;\n", "    meter.step(100);\n    const old = this.state;\n"],
  [
    "        const opSpec = EvaluatorPreprocessor.opMap[cmd];",
    "        meter.step(16);\n        const opSpec = EvaluatorPreprocessor.opMap[cmd];",
  ],
  [
    "    let glyphs = this.#charsCache.get(chars);",
    "    meter.step(32 * chars.length);\n    let glyphs = this.#charsCache.get(chars);",
  ],
  [
    "    const seenRefs = new RefSet(prevRefs);\n    if (objId) {\n      if (prevRefs?.has(objId)) {\n        throw new Error(`getText",
    "    const seenRefs = new RefSet(prevRefs);\n    meter.enter(seenRefs.size);\n    if (objId) {\n      if (prevRefs?.has(objId)) {\n        throw new Error(`getText",
  ],
  [
    "  #set = new Set();\n  constructor(parent = null) {",
    "  #set = new Set();\n  get size() {\n    return this.#set.size;\n  }\n  constructor(parent = null) {",
  ],
  // A saved state in a saved state costs no more than one alone.
  ["Object.assign(Object.create(this), this)", "Object.assign(Object.create(Object.getPrototypeOf(this)), this)"],
  // A stray number costs nothing but itself.
  ['          throw new FormatError("Too many arguments");', "          args.shift();"],
  // Others are served in between: the clock stands still while code runs.
  ["    return this.endTime <= Date.now();", "    return meter.isDue();"],
  ["  static CHECK_TIME_EVERY = 100;", "  static CHECK_TIME_EVERY = 1;"],
  [
    "          try {\n            promiseBody(resolve, reject);",
    "          try {\n            meter.step(100);\n            promiseBody(resolve, reject);",
  ],
  // Whatever goes on after an error ends with the budget.
  [
    "class MissingDataException extends BaseException {\n",
    "class MissingDataException extends BaseException {\n  static [Symbol.hasInstance]() {\n    return meter.isSpent();\n  }\n",
  ],
  [
    "          } catch (ex) {\n            if (ex instanceof ParserEOFException) {",
    "          } catch (ex) {\n            meter.step(0);\n            if (ex instanceof ParserEOFException) {",
  ],
  [
    "          obj = this.fetch(ref);\n        } catch {",
    "          obj = this.fetch(ref);\n        } catch {\n          meter.step(0);",
  ],
  ["        trailerError = ex;\n", "        meter.step(0);\n        trailerError = ex;\n"],
  [
    "      if (stop) {\n        next(deferred);\n        return;\n      }\n      flushTextContentItem();\n      closePendingMarkedContentItems();\n      enqueueChunk();\n      resolve();",
    "      if (stop) {\n        next(meter.pause());\n        return;\n      }\n      flushTextContentItem();\n      closePendingMarkedContentItems();\n      enqueueChunk();\n      resolve();",
  ],
  // Of an embedded font, only the head that names its letters is read.
  [
    "    if (!file || file.isEmpty) {\n      if (file) {",
    "    readMessages(file, properties);\n    this.fontMatrix = properties.fontMatrix;\n    amendFallbackToUnicode(properties);\n    return;\n    if (!file || file.isEmpty) {\n      if (file) {",
  ],
  [
    "let LIGATURE_TO_UNICODE;",
    `function readMessages(file, properties) {
  if (!file || properties.composite) return;
  const bytes = file.getBytes(65536);
  if (bytes[0] === 1 && bytes[1] === 0 && bytes[2] < 5) properties.builtInEncoding = readCompactFont(bytes);
  if (bytes[0] === 37 || bytes[0] === 128) {
    new Type1Parser(new Stream(bytes), false).extractFontHeader(properties);
    adjustWidths(properties);
  }
  if (properties.builtInEncoding) adjustType1ToUnicode(properties, properties.builtInEncoding);
}
function readTexCode(code) {
  const joined = ["ff", "fi", "fl", "ffi", "ffl"];
  return code === 255 ? "ß" : joined[code - 11] ?? joined[code - 27] ?? ((code > 32 && code < 127) || code > 191 ? String.fromCharCode(code) : "");
}
let LIGATURE_TO_UNICODE;`,
  ],
  // Which glyph is drawn for a code is nothing for a reader.
  ["          cidToGidBytes = cidToGidMap.getBytes();\n", ""],
  // How letters are drawn that a file draws itself is nothing for a reader.
  ["      if (translatedFont.isType3Font) {", "      if (false) {"],
  // TeX names the letters of its drawn fonts by their codes.
  [
    '        case "u":\n          unicode = getUnicodeForGlyph(',
    '        case "a":\n          if (properties.type === "Type3" && glyphName === `a${charcode}`) {\n            toUnicode.set(+charcode, readTexCode(+charcode));\n            continue;\n          }\n          break;\n        case "u":\n          unicode = getUnicodeForGlyph(',
  ],
  // Old-style digits and small capitals as plain ones.
  ["      return ExpertEncoding;", "      return StandardEncoding;"],
  ["      return MacExpertEncoding;", "      return StandardEncoding;"],
  // Its warnings have what strangers wrote.
  ["let verbosity = VerbosityLevel.WARNINGS;", "let verbosity = VerbosityLevel.ERRORS;"],
  // A word in a font's name tells its widths.
  [
    "    fontName = stdFontMap[fontName] || fontName;",
    '    if (/courier|mono|consol/i.test(fontName)) {\n      fontName = "Courier";\n    }',
  ],
  [
    "/serif/i.test(fontNameWoStyle)",
    "/serif|times|roman|georgia|garamond|cambria|palatino|bookman|century/i.test(fontNameWoStyle)",
  ],
  // A number is no letter: no text is better than a wrong one.
  [
    "    return new IdentityToUnicodeMap(properties.firstChar, properties.lastChar);",
    "    meter.missFont();\n    return new ToUnicodeMap(new CharCodeMap());",
  ],
  [
    "    let unicode = this.toUnicode.get(charcode) || charcode;",
    '    let unicode = this.toUnicode.get(charcode) ?? (this.composite ? "" : charcode);',
  ],
  ['      warn(`loadFont - translateFont failed: "${reason}".`);', "      meter.missFont();"],
];
