import { toLatin } from "./source.ts";
import type { ZipEntry } from "./zip.ts";

/** What a file is by how it begins, whatever its name says: the same where it comes in and where its text is read. */
export type FileKind = "pdf" | "archive" | "rtf" | "old word" | "web page" | "other";

/** How much of a file tells its kind, in bytes. */
export const kindLength = 1024;

const beforePage = /^(?:\s|<!--(?:(?!-->)[^])*-->)+/;
const webPage = /^<(?:!doctype\s+(?:html|svg)|html|head|body|iframe|svg|script|\?xml(?:-stylesheet)?)(?![\w-])/i;

export function tellKind(bytes: Uint8Array): FileKind {
  const start = toLatin(bytes.subarray(0, kindLength));
  // The first file of an archive, or the end of an empty one: a text may begin with the letters alone.
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return "archive";
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (text.startsWith("{\\rtf")) return "rtf";
  if (start.startsWith("\xd0\xcf\x11\xe0")) return "old word";
  // In UTF-16 each second byte is a zero.
  const page = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").replaceAll("\0", "");
  if (webPage.test(page.replace(beforePage, ""))) return "web page";
  // Readers of PDF take what begins anywhere here: mails and printers put lines before it.
  return start.includes("%PDF-") ? "pdf" : "other";
}

/** Where Word keeps the document: some of its versions number it. */
export const wordMain = /^word\/document\d{0,3}\.xml$/;

/** What an archive holds, by the names of its entries. */
export function tellArchive(entries: readonly Pick<ZipEntry, "name">[]): "word" | "open document" | null {
  const has = (test: (name: string) => boolean) => entries.some(({ name }) => test(name));
  if (has((name) => wordMain.test(name))) return "word";
  return has((name) => name === "content.xml") ? "open document" : null;
}
