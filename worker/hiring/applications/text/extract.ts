import { normalizeText } from "#shared/text/normalize-text.ts";
import { tellKind } from "../documents/kinds.ts";
import { Budget, limits, UnreadableFileError } from "./limits.ts";
import { readPackedText } from "./packed.ts";
import { readRtfText } from "./rtf.ts";

/**
 * The text of a résumé or document: PDF, DOCX, ODT, RTF or plain text, recognised by content. "" where there is none, such
 * as of scanned pages. At most `limits.characters` characters; `budget` counts the work.
 * @throws {UnreadableFileError} with the reason why it cannot be read
 */
export async function extractText(bytes: Uint8Array, budget = new Budget()): Promise<string> {
  return tidy(await readAny(bytes, budget));
}

async function readAny(bytes: Uint8Array, budget: Budget): Promise<string> {
  switch (tellKind(bytes)) {
    case "archive":
      return readPackedText(bytes, budget);
    case "rtf":
      return readRtfText(bytes, budget);
    case "old word":
      throw new UnreadableFileError("It is a document of an old Word, or one with a password.");
    case "pdf": {
      // Much that nothing else needs.
      const { readPdfText } = await import("./pdf.ts");
      return readPdfText(bytes, budget);
    }
    case "web page":
      throw new UnreadableFileError("It is a web page or a drawing.");
    case "other":
      return readPlainText(bytes);
  }
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
    normalizeText(text.slice(0, limits.characters).toWellFormed(), "NFC")
      // Letters that are drawn together: ff, fi, fl, ffi, ffl, st.
      .replaceAll(/[\u{fb00}-\u{fb06}]/gu, (letters) => normalizeText(letters, "NFKC"))
      .replaceAll(/\r\n?|[\u{85}\u{2028}\u{2029}\f\v]/gu, "\n")
      .replaceAll(/[^\P{C}\n\t]/gu, "")
      .replaceAll(/[^\S\n]+/g, " ")
      .replaceAll(/ ?\n ?/g, "\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim()
      .slice(0, limits.characters)
  );
}
