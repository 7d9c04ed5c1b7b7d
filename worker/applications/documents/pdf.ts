import type { FileWarning } from "#app/shared/application-files.ts";
import { type FileSource, toLatin } from "./source.ts";
import { unpack } from "./zip.ts";

/** Names in a PDF that make it do something, or that carry other files. */
const activeName =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Movie|Rendition)(?![A-Za-z])/;
const encryptName = /\/Encrypt(?![A-Za-z])/;

/** Longer than every name above, escaped: what may be cut in two by the end of a chunk. */
const overlap = 128;

/** Packed lists of objects that are looked into, and how much of each. */
const mostLists = 60;
const listPacked = 256 * 1024;
const listUnpacked = 1024 * 1024;

/** Looks through a PDF as it streams by: `note` is called with each chunk, `end` says what was found. */
export function watchPdf() {
  const warnings = new Set<FileWarning>();
  const lists: number[] = [];
  let rest = "";
  let position = 0;
  let isWhole = false;
  return {
    note(chunk: Uint8Array): void {
      const text = rest + toLatin(chunk);
      const start = position - rest.length;
      judge(text, warnings);
      if (text.includes("%%EOF")) isWhole = true;
      for (let at = text.indexOf("/ObjStm"); at !== -1; at = text.indexOf("/ObjStm", at + 1))
        if (lists.length < mostLists && lists.at(-1) !== start + at) lists.push(start + at);
      position += chunk.length;
      rest = text.slice(-overlap);
    },
    /** Null when the end of the file is missing. */
    async end(source: FileSource): Promise<FileWarning[] | null> {
      if (!isWhole) return null;
      // What is encrypted cannot be looked into.
      if (!warnings.has("encrypted"))
        for (const at of lists) {
          if (warnings.has("active")) break;
          judge(await readList(source, at), warnings);
        }
      return [...warnings];
    },
  };
}

function judge(text: string, warnings: Set<FileWarning>): void {
  // Letters of a name may be written as #4a.
  const plain = text.includes("#")
    ? text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  if (activeName.test(plain)) warnings.add("active");
  if (encryptName.test(plain)) warnings.add("encrypted");
}

/** The objects of the packed list that is described at `at`. */
async function readList(source: FileSource, at: number): Promise<string> {
  const bytes = await source.read(at, Math.min(listPacked, source.size - at));
  const text = toLatin(bytes);
  const start = /stream\r?\n/.exec(text.slice(0, 4096));
  if (!start) return "";
  const from = start.index + start[0].length;
  const end = text.indexOf("endstream", from);
  // The line break before the last word is no part of what is packed, and would break it.
  const packed = text.slice(from, end === -1 ? undefined : end).replace(/\r?\n$/, "");
  return toLatin(await unpack(bytes.subarray(from, from + packed.length), "deflate", listUnpacked));
}
