import {
  BaseStream,
  clearPrimitiveCaches,
  Dict,
  lookupMatrix,
  type Meter,
  PartialEvaluator,
  RefMap,
  setMeter,
  StateManager,
  Stream,
  StreamsSequenceStream,
  TextState,
  XRef,
} from "virtual:pdf-parts";
import { type Budget, limits, UnreadableFileError } from "./limits.ts";
import { readCompactFont } from "./pdf-compact.ts";
import { makeLettersMap } from "./pdf-letters.ts";
import { type Box, Lines } from "./pdf-lines.ts";
import { listNotes } from "./pdf-notes.ts";
import { readSafely } from "./pdf-safely.ts";

interface Page {
  dict: Dict;
  /** What it has or inherits. */
  resources: Dict | undefined;
  box: unknown;
}

/** What of a page's box is missing. */
const plainBox: Box = [0, 0, 612, 792];
const anywhere = [-1e9, -1e9, 1e9, 1e9];
const readers = { readMap: makeLettersMap, readCompactFont };
const task = { name: "text", ensureNotTerminated: () => {} };

/**
 * The text of a PDF, page by page as it is drawn, with what its forms and notes say; "" where it has none, such as one of scanned
 * pages.
 * @throws {UnreadableFileError} for one that is broken, needs a password, takes too much, or whose fonts nobody can read
 */
export async function readPdfText(bytes: Uint8Array, budget: Budget): Promise<string> {
  const meter = makeMeter(budget);
  setMeter(meter, readers);
  try {
    const xref = openDocument(bytes);
    const pages = listPages(xref);
    budget.check();
    if (pages.length === 0) throw new UnreadableFileError("It has no pages.");
    const evaluator = makeEvaluator(xref);
    const lines = new Lines();
    for (const page of pages) {
      await meter.pause();
      await readPage(page, { meter, xref, evaluator, lines });
      budget.check();
      if (lines.isFull) break;
    }
    const text = lines.join().trim();
    if (text === "" && budget.missedFonts > 0) throw new UnreadableFileError("Its fonts cannot be read.");
    return text;
  } finally {
    clearPrimitiveCaches();
  }
}

/** Counts for this file, and again after others had their turn: what the engine does in between ends before they have it. */
function makeMeter(budget: Budget): Meter {
  const meter: Meter = {
    step: (count) => budget.step(count),
    grow: (bytes) => budget.grow(bytes),
    isSpent: () => budget.isSpent,
    isDue: () => budget.isDue,
    enter(depth) {
      if (depth > limits.depth) throw new Error("Drawings are too deep.");
      budget.step(2000);
    },
    missFont() {
      budget.missedFonts += 1;
    },
    async pause() {
      await budget.pause();
      setMeter(meter, readers);
    },
  };
  return meter;
}

/** Opens a document by its list of objects, or without it where that is broken. */
function openDocument(bytes: Uint8Array): XRef {
  const start = findHeader(bytes);
  const failures: unknown[] = [];
  for (const isRecovery of [false, true])
    try {
      const xref = new XRef(new Stream(bytes, start, bytes.length - start), { password: "" });
      xref.setStartXRef(isRecovery ? 0 : findStartXRef(bytes));
      xref.parse(isRecovery);
      return xref;
    } catch (error) {
      if (error instanceof UnreadableFileError) throw error;
      failures.push(error);
    }
  if (failures.some((error) => error instanceof Error && error.name === "PasswordException"))
    throw new UnreadableFileError("It opens only with a password.");
  throw new UnreadableFileError("It is no whole PDF.");
}

/** Where a PDF begins: something may stand before it. */
function findHeader(bytes: Uint8Array): number {
  return Math.max(0, new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).indexOf("%PDF-"));
}

/** Where the list of objects stands, as the end of the file says. */
function findStartXRef(bytes: Uint8Array): number {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-2048));
  const [, at = "0"] = /startxref\s{1,20}(\d{1,10})/.exec(end.slice(Math.max(0, end.lastIndexOf("startxref")))) ?? [];
  return Number(at);
}

/** The pages in their order. */
function listPages(xref: XRef): Page[] {
  const found: Page[] = [];
  const seen = new Set<Dict>();
  const root = xref.root?.get("Pages");
  const waiting: Page[] = root instanceof Dict ? [{ dict: root, resources: undefined, box: undefined }] : [];
  while (waiting.length > 0 && found.length < limits.pages && seen.size < 10 * limits.pages) {
    const inherited = waiting.pop();
    if (!inherited || seen.has(inherited.dict)) continue;
    const { dict } = inherited;
    seen.add(dict);
    const own = readSafely(() => dict.get("Resources"));
    const resources = own instanceof Dict ? own : inherited.resources;
    const [crop, media] = ["CropBox", "MediaBox"].map((key) => readSafely(() => dict.getArray(key)));
    const box = crop ?? media ?? inherited.box;
    const kids = readSafely(() => dict.get("Kids"));
    if (!Array.isArray(kids)) found.push({ dict, resources, box });
    // The last one is taken first.
    else
      for (const raw of kids.slice(0, 10 * limits.pages).toReversed() as unknown[]) {
        const kid = readSafely(() => xref.fetchIfRef(raw));
        if (kid instanceof Dict) waiting.push({ dict: kid, resources, box });
      }
  }
  return found;
}

function makeEvaluator(xref: XRef): PartialEvaluator {
  let fonts = 0;
  return new PartialEvaluator({
    xref,
    handler: null,
    pageIndex: 0,
    idFactory: { createFontId: () => `f${(fonts += 1)}`, getDocId: () => "d" },
    fontCache: new RefMap(),
    globalImageCache: { getData: () => null },
    options: { ignoreErrors: true, fontExtraProperties: false, useSystemFonts: false },
  });
}

interface Reading {
  meter: Meter;
  xref: XRef;
  evaluator: PartialEvaluator;
  lines: Lines;
}

async function readPage({ dict, resources, box }: Page, reading: Reading): Promise<void> {
  const { meter, xref, lines } = reading;
  const contents = readSafely(() => dict.get("Contents"));
  const parts = (Array.isArray(contents) ? contents.slice(0, 1000) : [contents])
    .map((part: unknown) => readSafely(() => xref.fetchIfRef(part)))
    .filter((part) => part instanceof BaseStream);
  const viewBox = readBox(box) ?? plainBox;
  lines.startPage();
  if (parts.length > 0) await draw(new StreamsSequenceStream(parts), { resources, viewBox, ...reading });
  for await (const { drawing, text, box: place } of listNotes(dict, xref, meter)) {
    if (lines.isFull) return;
    const drawn = drawing ? await drawNote(drawing, resources, reading) : "";
    // Where one nearly stands at each place of the other.
    meter.step(Math.ceil((drawn.length * text.length) / 32));
    const isDrawn = text === "" || squeeze(drawn).includes(squeeze(text));
    const whole = isDrawn ? drawn : [drawn, text].filter(Boolean).join("\n");
    if (whole !== "") lines.addNote(whole, readBox(place));
  }
}

const squeeze = (text: string) => text.replaceAll(/\s/g, "");

/** What a note shows. */
async function drawNote(drawing: BaseStream, outer: Dict | undefined, reading: Reading): Promise<string> {
  const lines = new Lines();
  const inner = readSafely(() => drawing.dict.get("Resources"));
  const resources = inner instanceof Dict ? inner : outer;
  await draw(drawing, { ...reading, resources, viewBox: anywhere, lines });
  return lines.join();
}

async function draw(
  stream: BaseStream,
  { evaluator, lines, resources, viewBox }: Reading & { resources: Dict | undefined; viewBox: readonly number[] },
): Promise<void> {
  const state = new StateManager(new TextState());
  const sink = {
    ready: Promise.resolve(),
    get desiredSize() {
      return 100;
    },
    enqueue({ items }: { items: Parameters<Lines["add"]>[0] }) {
      if (lines.isFull) throw new Error("There is enough text.");
      lines.add(items);
    },
  };
  try {
    const matrix = lookupMatrix(stream.dict?.getArray("Matrix"), null);
    if (matrix) state.transform(matrix);
    await evaluator.getTextContent({ stream, task, resources, stateManager: state, sink, viewBox });
  } catch (error) {
    // There is enough of it, or this page is broken here: what was read before stays.
    if (error instanceof UnreadableFileError) throw error;
  }
  lines.endLine();
}

/** The four numbers of a box, the lower ones first; null for what is none. */
function readBox(box: unknown): Box | null {
  const numbers = Array.isArray(box) ? (box as unknown[]).slice(0, 4).filter((each) => typeof each === "number") : [];
  const [a, b, c, d] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined || a === c || b === d) return null;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
