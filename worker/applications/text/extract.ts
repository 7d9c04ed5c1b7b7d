import { limits, UnreadableFileError } from "./limits.ts";
import { readPackedText } from "./packed.ts";
import { readRtfText } from "./rtf.ts";

/**
 * The text of a résumé or document: PDF, DOCX, ODT, RTF or plain text, told apart by content. "" where there is none, such
 * as of scanned pages. At most `limits.characters` characters.
 * @throws {UnreadableFileError} with the reason why it cannot be read
 */
export async function extractText(bytes: Uint8Array): Promise<string> {
  return tidy(await readAny(bytes));
}

async function readAny(bytes: Uint8Array): Promise<string> {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  if (start.includes("%PDF-")) {
    // Much that nothing else needs.
    const { readPdfText } = await import("./pdf.ts");
    return readPdfText(bytes);
  }
  if (start.startsWith("PK")) return readPackedText(bytes);
  if (start.trimStart().startsWith("{\\rtf")) return readRtfText(bytes);
  if (start.startsWith("\u{d0}\u{cf}\u{11}\u{e0}"))
    throw new UnreadableFileError("It is a document of an old Word, or one with a password.");
  return readPlainText(bytes);
}

/** Text in UTF-8, UTF-16 with its mark, or else Windows-1252. */
function readPlainText(bytes: Uint8Array): string {
  const [one, two] = bytes;
  const known = bytes.subarray(0, 4 * limits.characters);
  if (one === 0xff && two === 0xfe) return new TextDecoder("utf-16le").decode(known);
  if (one === 0xfe && two === 0xff) return new TextDecoder("utf-16be").decode(known);
  if (known.includes(0)) throw new UnreadableFileError("It is neither a document nor text.");
  try {
    // What is cut may be cut in the middle of a letter.
    return new TextDecoder("utf-8", { fatal: true }).decode(known, { stream: known.length < bytes.length });
  } catch {
    return new TextDecoder("windows-1252").decode(known);
  }
}

/** `text` in one form of its letters, without control characters and without long gaps. */
function tidy(text: string): string {
  return (
    text
      .slice(0, limits.characters)
      .toWellFormed()
      .normalize("NFC")
      // Letters that are drawn together: ff, fi, fl, ffi, ffl, st.
      .replaceAll(/[\u{fb00}-\u{fb06}]/gu, (letters) => letters.normalize("NFKC"))
      .replaceAll(/\r\n?|[\u{85}\u{2028}\u{2029}\f\v]/gu, "\n")
      .replaceAll(/[^\P{C}\n\t]/gu, "")
      .replaceAll(/[^\S\n]+/g, " ")
      .replaceAll(/ ?\n ?/g, "\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim()
      .slice(0, limits.characters)
  );
}
