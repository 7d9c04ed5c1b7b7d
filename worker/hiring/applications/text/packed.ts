import { tellArchive, wordMain } from "../documents/kinds.ts";
import type { FileSource } from "../documents/source.ts";
import { listEntries, readEntry, type ZipEntry } from "../documents/zip.ts";
import { type Budget, limits, UnreadableFileError } from "./limits.ts";
import { readXmlText, type XmlWords } from "./xml-text.ts";

/** Word: WordprocessingML; its boxes come twice, the second time for old programs. Deleted and moved words stay in it. */
const word: XmlWords = {
  text: ["t"],
  paragraphs: ["p"],
  signs: { p: "\n", tr: "\n", br: "\n", cr: "\n", tab: " ", ptab: " ", tc: " ", noBreakHyphen: "-" },
  skipped: ["Fallback", "instrText", "delText", "del", "moveFrom"],
  fields: {},
  hides: "vanish",
  run: "r",
};
/** OpenDocument: whatever stands in a paragraph or heading, but the number of a note, who wrote it and what a picture is called. */
const openDocument: XmlWords = {
  text: ["p", "h"],
  paragraphs: ["p", "h"],
  signs: { p: "\n", h: "\n", "line-break": "\n", tab: " ", s: " ", "table-cell": " " },
  skipped: [
    "tracked-changes",
    "binary-data",
    "note-citation",
    "svg:title",
    "svg:desc",
    "dc:creator",
    "dc:date",
    "meta:creator-initials",
  ],
  fields: {
    "form:text": "form:current-value",
    "form:textarea": "form:current-value",
    "form:combobox": "form:current-value",
    "form:formatted-text": "form:current-value",
  },
  hides: "",
  run: "",
};

const kinds = {
  word: {
    main: wordMain,
    // What stands above the first page comes first.
    parts: [
      /^word\/header\d*\.xml$/,
      wordMain,
      /^word\/(?:footnotes|endnotes|comments)\.xml$/,
      /^word\/diagrams\/data\d*\.xml$/,
      /^word\/footer\d*\.xml$/,
    ],
    words: word,
  },
  // Its second part has what stands above and below each page, and no other text.
  "open document": { main: /^content\.xml$/, parts: [/^content\.xml$/, /^styles\.xml$/], words: openDocument },
};

/** How many parts of one document are read, the main ones before all others. */
const mostParts = 40;
const brokenArchive = "It is broken: it cannot be unpacked.";

/**
 * The text of a Word (DOCX) or OpenDocument (ODT) file, which are archives of XML.
 * @throws {UnreadableFileError} for one that is broken, of another kind or too large unpacked
 */
export async function readPackedText(bytes: Uint8Array, budget: Budget): Promise<string> {
  const source = openBytes(bytes);
  const entries = await listEntries(source);
  if (!entries) throw new UnreadableFileError(brokenArchive);
  budget.step(100 * entries.length);
  const found = tellArchive(entries);
  if (!found) throw new UnreadableFileError("It is an archive, not a document.");
  const { main, parts, words } = kinds[found];
  const inOrder = parts.flatMap((part) => entries.filter(({ name }) => part.test(name)));
  const isMain = ({ name }: ZipEntry) => Number(main.test(name));
  const chosen = new Set(inOrder.toSorted((one, other) => isMain(other) - isMain(one)).slice(0, mostParts));
  const texts: string[] = [];
  for (const entry of inOrder.filter((each) => chosen.has(each))) {
    await budget.pause();
    const xml = await readWhole(source, entry, budget);
    texts.push(readXmlText(new TextDecoder().decode(xml), { words, budget }));
  }
  return texts.join("\n").slice(0, limits.characters);
}

function openBytes(bytes: Uint8Array): FileSource {
  return {
    size: bytes.length,
    read: async (from, length) => bytes.subarray(from, from + length),
    async *stream() {
      yield bytes;
    },
  };
}

/** All of an entry: as much as it says, which is no more than there is left. */
async function readWhole(source: FileSource, entry: ZipEntry, budget: Budget): Promise<Uint8Array> {
  if (entry.isEncrypted) throw new UnreadableFileError("It opens only with a password.");
  if (entry.method !== 0 && entry.method !== 8)
    throw new UnreadableFileError("It is packed in a way that is not known here.");
  if (entry.unpacked > budget.left) budget.grow(entry.unpacked);
  budget.step(entry.packed);
  const whole = await readEntry(source, entry, { packed: entry.packed, unpacked: entry.unpacked + 1 });
  budget.grow(whole.length);
  budget.step(whole.length);
  if (whole.length > entry.unpacked) throw new UnreadableFileError("It unpacks to more than it says.");
  if (whole.length < entry.unpacked) throw new UnreadableFileError(brokenArchive);
  return whole;
}
