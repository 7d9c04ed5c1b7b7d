import { type UnzipFileFilter, unzipSync } from "fflate";
import { Budget, limits, UnreadableFileError } from "./limits.ts";
import { readXmlText, type XmlWords } from "./xml-text.ts";

/** Word: WordprocessingML; its boxes come twice, the second time for old programs. */
const word: XmlWords = {
  text: ["t"],
  ends: ["p", "tr"],
  spaces: ["tab", "tc"],
  breaks: ["br", "cr"],
  skipped: ["Fallback", "instrText", "delText"],
};
/** OpenDocument: whatever stands in a paragraph or heading. */
const openDocument: XmlWords = {
  text: ["p", "h"],
  ends: ["p", "h"],
  spaces: ["tab", "s", "table-cell"],
  breaks: ["line-break"],
  skipped: ["tracked-changes", "binary-data"],
};

const kinds = [
  { main: "word/document.xml", parts: /^word\/(header\d*|document|footnotes|endnotes|footer\d*)\.xml$/, words: word },
  { main: "content.xml", parts: /^content\.xml$/, words: openDocument },
];

/** How many parts one document may have. */
const mostParts = 40;

/**
 * The text of a Word (DOCX) or OpenDocument (ODT) file, which are archives of XML.
 * @throws {UnreadableFileError} for one that is broken, of another kind or too large unpacked
 */
export function readPackedText(bytes: Uint8Array): string {
  const budget = new Budget();
  const names = new Set<string>();
  unpack(bytes, ({ name }) => {
    names.add(name);
    budget.addOperations();
    return false;
  });
  const kind = kinds.find(({ main }) => names.has(main));
  if (!kind) throw new UnreadableFileError("It is an archive, not a document.");
  const parts = unpack(bytes, ({ name, originalSize, compression }) => {
    if (!kind.parts.test(name)) return false;
    if (originalSize > budget.left || (compression !== 0 && compression !== 8))
      throw new UnreadableFileError("It unpacks to more than a document does.");
    budget.addUnpacked(originalSize);
    return true;
  });
  const texts = Object.entries(parts)
    .slice(0, mostParts)
    // What stands above the first page comes first.
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([, xml]) => readXmlText(new TextDecoder().decode(xml), { words: kind.words, budget }));
  return texts.join("\n").slice(0, limits.characters);
}

function rank(name: string): number {
  return ["word/header", "word/document", ""].findIndex((start) => name.startsWith(start));
}

/** The parts that `filter` keeps, by their names. */
function unpack(bytes: Uint8Array, filter: UnzipFileFilter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError("It is broken: it cannot be unpacked.");
  }
}
