import { BrokenFileError } from "../imported-post.ts";
import { findEncoding } from "./read-bytes.ts";

export type FileKind = "zip" | "wordpress" | "ghost" | "markdown" | "html";

/** How many bytes `tellKind` looks at. */
export const headLength = 65_536;

const signatures: readonly (readonly [string, string])[] = [
  ["%PDF", "This is a PDF. Import the file that it was made from."],
  ["\u001f\u008b", "This is a packed file (gzip). Unpack it first."],
  ["Rar!", "This is a RAR archive. Pack the files as a ZIP."],
  ["7z\u00bc\u00af", "This is a 7z archive. Pack the files as a ZIP."],
  ["\u0089PNG", "This is a picture. Pictures belong to the media library."],
  ["\u00ff\u00d8\u00ff", "This is a picture. Pictures belong to the media library."],
  ["GIF8", "This is a picture. Pictures belong to the media library."],
  ["\u00d0\u00cf\u0011\u00e0", "This is a document of Microsoft Office. Save it as a web page (HTML) first."],
  ["SQLite format", "This is a database. Export the posts from the other system."],
];

/**
 * What a file is, by its first bytes; its name does not count.
 * @throws {BrokenFileError} in words for whoever chose the file, when it is nothing that can be imported
 */
export function tellKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw refuse("The file is empty.");
  const raw = String.fromCodePoint(...bytes.subarray(0, 64));
  // The first file of an archive, or the end of an empty one.
  if (raw.startsWith("PK\u0003\u0004") || raw.startsWith("PK\u0005\u0006")) return "zip";
  for (const [start, words] of signatures) if (raw.startsWith(start)) throw refuse(words);
  const text = new TextDecoder(findEncoding(bytes)).decode(bytes).trimStart();
  if (text === "") throw refuse("The file holds nothing but blank space.");
  if (text.includes("\0")) throw refuse(`This is no text. ${whatToChoose}`);
  if (/^<\?xml|^<rss\b/i.test(text)) {
    if (/wordpress\.org\/export\/1\.\d/.test(text)) return "wordpress";
    if (/<!DOCTYPE html|<html\b/i.test(text)) return "html";
    throw refuse("This is an XML file, but no export of WordPress. Export one there under Tools, Export, All content.");
  }
  if (/^(?:-- (?:MySQL|MariaDB|PostgreSQL|phpMyAdmin)|CREATE TABLE )/i.test(text))
    throw refuse("This is a copy of a database. Export the posts from the other system.");
  if (/^\{\s*"/.test(text)) {
    if (/^\{\s*"(?:db|data|meta)"/.test(text)) return "ghost";
    throw refuse("This is a JSON file, but no export of Ghost. Export one there under Settings, Import/Export.");
  }
  if (/^\[\s*[{"]/.test(text))
    throw refuse("This is a JSON file, but no export of Ghost. Export one there under Settings, Import/Export.");
  // A mark inside Markdown is no page: pages begin with one.
  const first = skipComments(text);
  if (/^<(?:!doctype html|html|head|body|article|main|section|div|p|h[1-6]|meta|title|table)\b/i.test(first))
    return "html";
  return "markdown";
}

/** `text` without the comments at its beginning. */
function skipComments(text: string): string {
  let at = 0;
  while (text.startsWith("<!--", at)) {
    const end = text.indexOf("-->", at);
    if (end === -1) break;
    at = end + 3 + (/^\s*/.exec(text.slice(end + 3))?.[0].length ?? 0);
  }
  return text.slice(at);
}

function refuse(words: string): BrokenFileError {
  return new BrokenFileError(words, "the beginning of the file");
}

export const whatToChoose =
  "Choose an export of WordPress (XML) or Ghost (JSON), a Markdown or HTML file, or a ZIP of such files.";
