import type { FileWarning } from "#shared/hiring/application-files.ts";
import { type FileSource, toLatin } from "./source.ts";
import { inflate } from "./inflate.ts";

/** Names in a PDF that make it do something, or that carry other files. */
const active =
  "JavaScript JS Launch EmbeddedFile EmbeddedFiles RichMedia XFA SubmitForm ImportData Movie Rendition".split(" ");
const activeName = matchNames(active);
const encryptName = matchNames(["Encrypt"]);

/** Finds whole names, each letter of which may be written as its number: "#4a" and "#4A" are "J". */
function matchNames(names: readonly string[]): RegExp {
  const spelled = names.map((name) => Array.from(name, spell).join(""));
  return new RegExp(`/(?:${spelled.join("|")})(?![A-Za-z]|#[4-7])`);
}

function spell(letter: string): string {
  const digits = Array.from(letter.charCodeAt(0).toString(16), (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:${letter}|#${digits.join("")})`;
}

/** What stands at the end, of which some writers leave out the last line. */
const endMark = /%%EOF|startxref/;

/** Longer than every name above, escaped: what may be cut in two by the end of a chunk. */
const overlap = 128;

/** Packed lists of objects that are looked into, and how much of each. */
const mostLists = 60;
const listPacked = 256 * 1024;
const listUnpacked = 1024 * 1024;
/** And of all of them together: what holds nothing is work, too. */
const mostPacked = 2 * 1024 * 1024;
const mostUnpacked = 8 * 1024 * 1024;

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
      if (endMark.test(text)) isWhole = true;
      for (let at = text.indexOf("/ObjStm"); at !== -1; at = text.indexOf("/ObjStm", at + 1))
        if (lists.length < mostLists && lists.at(-1) !== start + at) lists.push(start + at);
      position += chunk.length;
      rest = text.slice(-overlap);
    },
    /** Null when the end of the file is missing. */
    async end(source: FileSource): Promise<FileWarning[] | null> {
      if (!isWhole) return null;
      // What is encrypted cannot be looked into.
      if (!warnings.has("encrypted")) {
        const seen = { packed: 0, unpacked: 0, start: -1 };
        for (const at of lists) {
          if (warnings.has("active") || seen.packed >= mostPacked || seen.unpacked >= mostUnpacked) break;
          const list = await findList(source, at);
          // Many may name one.
          if (!list || list.start === seen.start) continue;
          const text = toLatin(await inflate(list.packed, "zlib", listUnpacked));
          seen.start = list.start;
          seen.packed += list.packed.length;
          seen.unpacked += text.length;
          judge(text, warnings);
        }
      }
      return [...warnings];
    },
  };
}

function judge(text: string, warnings: Set<FileWarning>): void {
  if (activeName.test(text)) warnings.add("active");
  if (encryptName.test(text)) warnings.add("encrypted");
}

/** The packed list that is described at `at`, and where it starts. */
async function findList(source: FileSource, at: number): Promise<{ start: number; packed: Uint8Array } | null> {
  const bytes = await source.read(at, Math.min(listPacked, source.size - at));
  const text = toLatin(bytes);
  const start = /stream\r?\n/.exec(text.slice(0, 4096));
  if (!start) return null;
  const from = start.index + start[0].length;
  const end = text.indexOf("endstream", from);
  // The line break before the last word is no part of what is packed, and would break it.
  const packed = text.slice(from, end === -1 ? undefined : end).replace(/\r?\n$/, "");
  return { start: at + from, packed: bytes.subarray(from, from + packed.length) };
}
