import { type FileWarning, longestFileName } from "#shared/hiring/application-files.ts";
import { type DocumentType, documentTypes, docxType } from "./types.ts";
import { refuseFile } from "#worker/lib/errors.ts";
import { cleanFileName } from "#worker/media/library/file-names.ts";
import { inspectArchive } from "./archive.ts";
import { startDigest } from "./digest.ts";
import { kindLength, tellKind } from "./kinds.ts";
import { watchPdf } from "./pdf.ts";
import { type FileSource, toLatin } from "./source.ts";
import { watchRtf, watchText } from "./text.ts";

/** What a file is by its content, whatever its name says. */
export interface InspectedDocument {
  type: DocumentType;
  warnings: FileWarning[];
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

const advice = "Send it as PDF, Word (DOCX), ODT, RTF or TXT.";
/** How the packed document in a protected Word file is called. */
const protectedWord = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";

// Each with more than letters, which a text may begin with, too.
const pictures =
  /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|BM[^]{4}\0{4}|II\*\0|MM\0\*|RIFF[^]{4}WEBP|\0\0[^]{2}ftyp(?:hei|hev|mif1|avif))/;
const packed = ["\x1f\x8b", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "\xfd7zXZ\0"];
const packedByBzip = /^BZh[1-9]1AY&SY/;
/** Each has a zero byte soon. */
const programs = /^(?:MZ|\x7fELF|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe)[^\0]{0,60}\0/;

/** Why the file that begins with `start` is not taken; null for one that may be. */
export function refuseByStart(start: Uint8Array): string | null {
  const text = toLatin(start.subarray(0, kindLength));
  if (start.length === 0) return "This file is empty.";
  if (pictures.test(text)) return `This is a picture, which nobody can search or have read out. ${advice}`;
  if (programs.test(text)) return `This is a program. ${advice}`;
  if (tellKind(start) === "web page") return `This is a web page or a drawing. ${advice}`;
  if (text.startsWith("%!PS")) return `This is PostScript. ${advice}`;
  if (packedByBzip.test(text) || packed.some((mark) => text.startsWith(mark)))
    return `This is a packed archive. ${advice}`;
  return null;
}

/**
 * Looks at a whole file, piece by piece.
 * @throws {InvalidInputError} for the field `file`: of a kind that is not taken, or broken
 */
export async function inspectDocument(source: FileSource): Promise<InspectedDocument> {
  const start = await source.read(0, kindLength);
  const refusal = refuseByStart(start);
  if (refusal) throw refuseFile(refusal);
  const kind = tellKind(start);
  if (kind === "pdf") {
    const watch = watchPdf();
    const sha256 = await passThrough(source, watch.note);
    const warnings = await watch.end(source);
    if (!warnings) throw refuseFile("This PDF is broken, or not all of it is there. Save it again and send that.");
    return { type: "application/pdf", warnings, sha256 };
  }
  if (kind === "archive") {
    const found = await inspectArchive(source);
    if (typeof found === "string") throw refuseFile(`${found} ${advice}`);
    return { ...found, sha256: await passThrough(source) };
  }
  if (kind === "old word") return inspectOldWord(source);
  if (kind === "rtf") {
    const watch = watchRtf();
    const sha256 = await passThrough(source, watch.note);
    return { type: "application/rtf", warnings: watch.warnings(), sha256 };
  }
  const watch = watchText(start);
  const sha256 = await passThrough(source, watch.note);
  if (!watch.isText()) throw refuseFile(`We cannot read this kind of file. ${advice}`);
  return { type: "text/plain", warnings: [], sha256 };
}

/** Word keeps a document with a password in the container of its former format. */
async function inspectOldWord(source: FileSource): Promise<InspectedDocument> {
  let isProtected = false;
  let rest = "";
  const sha256 = await passThrough(source, (chunk) => {
    const text = rest + toLatin(chunk);
    if (text.includes(protectedWord)) isProtected = true;
    rest = text.slice(-protectedWord.length);
  });
  if (!isProtected) throw refuseFile("This is Word’s former format (.doc). Save it as DOCX or PDF and send that.");
  return { type: docxType, warnings: ["encrypted"], sha256 };
}

/** Streams all of a file past `note`, and returns its SHA-256. */
async function passThrough(source: FileSource, note?: (chunk: Uint8Array) => void): Promise<string> {
  const digest = startDigest();
  for await (const chunk of source.stream()) {
    note?.(chunk);
    await digest.add(chunk);
  }
  return digest.end();
}

/** A file's name as staff see it: it ends as what the file is. */
export function nameDocument(name: string, type: DocumentType): string {
  const clean = cleanFileName(name);
  const { ending } = documentTypes[type];
  if (clean.toLowerCase().endsWith(`.${ending}`)) return clean;
  const room = longestFileName - ending.length - 1;
  return `${clean.slice(0, room).replace(/[\uD800-\uDBFF]$/, "")}.${ending}`;
}
