import { BaseStream, Dict, type Meter, Name, type Ref, stringToPDFString, type XRef } from "virtual:pdf-parts";
import { readSafely } from "./pdf-safely.ts";

/** The annotations of a page: what was typed into a form, notes and stamps. */
export interface PageNote {
  /** As it is drawn; null where it says its text. */
  drawing: BaseStream | null;
  text: string;
  /** Numbers, where it says where it stands. */
  box: unknown;
}

/** Most of one page. */
const mostNotes = 500;
/** What one costs, but for its lists and texts, which are counted as they are read. */
const noteSteps = 200;
/** Hidden, and not shown on a screen. */
const unseen = 2 | 32;
const password = 1 << 13;
const deepestField = 8;

/**
 * The notes of `page` that a reader sees, in their order, without those that are broken. `meter` counts each of them.
 * @throws {UnreadableFileError} at the end of the budget
 */
export async function* listNotes(page: Dict, xref: XRef, meter: Meter): AsyncGenerator<PageNote> {
  const all = readSafely(() => page.get("Annots"));
  if (!Array.isArray(all)) return;
  for (const each of all.slice(0, mostNotes) as (Ref | Dict)[]) {
    // Pages may share one list, and lists one note.
    meter.step(noteSteps);
    if (meter.isDue()) await meter.pause();
    const note = readSafely(() => readNote(xref.fetchIfRef(each)));
    if (note) yield note;
  }
}

function readNote(note: unknown): PageNote | null {
  if (!(note instanceof Dict)) return null;
  const flags = note.get("F");
  if (typeof flags === "number" && (flags & unseen) !== 0) return null;
  const kind = readName(note.get("Subtype"));
  if (kind === "Popup" || kind === "Link") return null;
  const text = kind === "Widget" ? readField(note) : readString(note.get("Contents"));
  const drawing = kind === "Widget" && text !== "" ? null : findDrawing(note);
  return drawing || text !== "" ? { drawing, text, box: note.getArray("Rect") } : null;
}

/** What was typed into a field or chosen in it; "" for a button. */
function readField(widget: Dict): string {
  const kind = readName(inherit(widget, "FT"));
  const flags = inherit(widget, "Ff");
  if (typeof flags === "number" && (flags & password) !== 0 && kind === "Tx") return "";
  if (kind !== "Tx" && kind !== "Ch") return "";
  const value = inherit(widget, "V");
  const values = (Array.isArray(value) ? value : [value]).slice(0, 100).map(readString);
  const names = kind === "Ch" ? readChoices(widget) : null;
  return values.map((each) => names?.get(each) || each).join("\n");
}

/** What choices are shown as, by their values: a list may keep them under other names. */
function readChoices(widget: Dict): Map<string, string> {
  const options = inherit(widget, "Opt");
  const pairs = (Array.isArray(options) ? options : []).slice(0, 1000).filter((option) => Array.isArray(option));
  // Of two with one value the first counts.
  return new Map(pairs.toReversed().map(([value, name]: unknown[]) => [readString(value), readString(name)]));
}

function inherit(widget: Dict, key: string): unknown {
  let dict: Dict | undefined = widget;
  for (let depth = 0; dict && depth < deepestField; depth += 1) {
    const value = dict.getArray(key);
    if (value !== undefined && value !== null) return value;
    const parent = dict.get("Parent");
    dict = parent instanceof Dict ? parent : undefined;
  }
  return undefined;
}

/** What a note looks like, in the state that it is in. */
function findDrawing(note: Dict): BaseStream | null {
  const looks = note.get("AP");
  const plain = looks instanceof Dict ? looks.get("N") : undefined;
  if (plain instanceof BaseStream) return plain;
  const state = readName(note.get("AS"));
  const chosen = plain instanceof Dict && state ? plain.get(state) : undefined;
  return chosen instanceof BaseStream ? chosen : null;
}

function readName(value: unknown): string {
  return value instanceof Name ? value.name : "";
}

function readString(value: unknown): string {
  if (value instanceof BaseStream)
    return stringToPDFString(String.fromCharCode(...value.getBytes().subarray(0, 20_000)));
  return typeof value === "string" ? stringToPDFString(value) : "";
}
