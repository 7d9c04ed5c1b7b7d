import { normalizeText } from "#shared/text/normalize-text.ts";
import type { TextItem } from "virtual:pdf-parts";
import { limits } from "./limits.ts";

interface Line {
  text: string;
  /** Where it begins, from the lower left of the page; null for what is not drawn there. */
  place: { x: number; y: number } | null;
}

/** Lines of a page that a note may stand beside, the last ones. */
const mostBeside = 500;

/** Takes the pieces of text as a page draws them, and joins them line by line. */
export class Lines {
  readonly #lines: Line[] = [];
  #line: TextItem[] = [];
  #length = 0;
  /** Where the lines of this page begin. */
  #page = 0;

  get isFull(): boolean {
    return this.#length >= limits.characters;
  }

  startPage(): void {
    this.endLine();
    this.#page = this.#lines.length;
  }

  add(items: readonly TextItem[]): void {
    for (const item of items) {
      if (this.isFull) return;
      this.#line.push(item);
      this.#length += item.str.length + (item.hasEOL ? 1 : 0);
      if (item.hasEOL) this.endLine();
    }
  }

  endLine(): void {
    const [first] = this.#line;
    if (first) {
      const [, , , , x = 0, y = 0] = first.transform;
      this.#lines.push({ text: joinLine(this.#line), place: { x, y } });
    }
    this.#line = [];
  }

  /** What stands in `box` of this page: behind the line that it is beside, such as the name of a field, or for itself. */
  addNote(text: string, box: Box | null): void {
    this.endLine();
    const own = text.slice(0, limits.characters);
    this.#length += own.length + 1;
    const near = this.#lines.slice(Math.max(this.#page, this.#lines.length - mostBeside));
    const beside = box && near.findLast(({ place }) => place && isBeside(place, box));
    if (beside) beside.text += ` ${own}`;
    else this.#lines.push({ text: own, place: null });
  }

  /** All lines, each for itself; a word that goes on in the next one is whole. */
  join(): string {
    this.endLine();
    const parts: string[] = [];
    for (const [index, { text }] of this.#lines.entries()) {
      const next = this.#lines[index + 1]?.text ?? "";
      if (brokenWord.test(`${text.slice(-3)}\n${next.slice(0, 16)}`)) parts.push(text.slice(0, -1));
      else parts.push(text, "\n");
    }
    return parts.join("").slice(0, -1);
  }
}

/** Left, lower, right and upper side, from the lower left of the page. */
export type Box = readonly [left: number, low: number, right: number, high: number];

function isBeside({ x, y }: { x: number; y: number }, [left, low, , high]: Box): boolean {
  return x < left && y >= low && y <= high;
}

/**
 * Two small letters and a hyphen at the end of a line, a small letter behind it. Before "and" the hyphen stands for the rest of a
 * word, as in "full- and part-time"; but "Seni-or" is one.
 */
const brokenWord =
  /^(?:\p{Ll}{2}[-\u00ad\u2010]\n(?!(?:und|oder|bzw|beziehungsweise|sowie|bis|and|or)(?!\p{L}))\p{Ll}|\p{Ll}i-\nor(?!\p{L}))/u;

/** A line that is read from the right begins with what stands furthest there: writers draw it in either order. */
function joinLine(items: readonly TextItem[]): string {
  const rightward = items.reduce((sum, { dir, str }) => sum + (dir === "rtl" ? str.length : 0), 0);
  const all = items.reduce((sum, { str }) => sum + str.trim().length, 0);
  if (2 * rightward <= all)
    return joinAccents(items.map((item, at) => (goesBack(items[at - 1], item) ? ` ${item.str}` : item.str)));
  const ordered = items.toSorted((one, other) => readLeft(other) - readLeft(one));
  return joinRuns(ordered.flatMap((item, at) => (isApart(ordered[at - 1], item) ? [blank, item] : [item])));
}

/** Pieces from the right to the left: words that are read from the left stand in their own order between the others. */
function joinRuns(pieces: readonly Pick<TextItem, "dir" | "str">[]): string {
  const parts: string[] = [];
  let run: string[] = [];
  for (const { dir, str } of pieces) {
    if (dir !== "rtl") run.push(str);
    else {
      parts.push(turnRun(run), str);
      run = [];
    }
  }
  return parts.join("") + turnRun(run);
}

const blank = { dir: "ltr", str: " " } as const;
const letter = /\p{L}/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Pieces from the right to the left in their own order, but for signs around them; numbers with blanks between them stay. */
function turnRun(run: readonly string[]): string {
  const first = Math.max(
    0,
    run.findIndex((piece) => letterOrDigit.test(piece)),
  );
  const end = run.findLastIndex((piece) => letterOrDigit.test(piece)) + 1;
  const words = run.slice(first, end);
  const isOne = !words.includes(" ") || words.some((piece) => letter.test(piece));
  return [...run.slice(0, first), ...(isOne ? words.toReversed() : words), ...run.slice(Math.max(first, end))].join("");
}

/** How far right a piece begins, as it is read: a page may stand on its head. */
const readLeft = ({ transform: [across = 1, , , , x = 0] }: TextItem) => (across < 0 ? -x : x);

/** True where there is room for a space between a piece and the next one to the left, which no sign stands for. */
function isApart(before: TextItem | undefined, item: TextItem): boolean {
  return before !== undefined && readLeft(before) - readLeft(item) - item.width > item.height / 7;
}

/** True where a piece begins left of the one before it, further than an accent from its letter. */
function goesBack(before: TextItem | undefined, item: TextItem): boolean {
  if (before?.dir === "rtl" && item.dir === "rtl") return isApart(before, item);
  return before !== undefined && readLeft(before) - readLeft(item) > item.height;
}

/** Signs that TeX draws above and below letters, and the marks that they are on them. */
const accents = new Map(
  Object.entries({
    "\u0060": "\u0300",
    "\u00b4": "\u0301",
    "\u02c6": "\u0302",
    "\u02dc": "\u0303",
    "\u00af": "\u0304",
    "\u02d8": "\u0306",
    "\u02d9": "\u0307",
    "\u00a8": "\u0308",
    "\u02da": "\u030a",
    "\u02dd": "\u030b",
    "\u02c7": "\u030c",
    "\u00b8": "\u0327",
    "\u02db": "\u0328",
  }),
);

/** An accent that ends a piece is drawn on the letter that begins the next one: that is why there are two. */
function joinAccents(pieces: readonly string[]): string {
  // Not by one growing text: to look at its end copies all of it.
  const parts: string[] = [];
  for (const piece of pieces) {
    const before = parts.at(-1) ?? "";
    const whole = putOn(accents.get(before.at(-1) ?? ""), piece);
    if (whole !== null) parts[parts.length - 1] = before.slice(0, -1);
    parts.push(whole ?? piece);
  }
  return parts.join("");
}

/** `text` with the mark on its first letter; null where the two are no letter. */
function putOn(mark: string | undefined, text: string): string | null {
  const [first = ""] = text;
  if (mark === undefined || !letter.test(first)) return null;
  const plain = first === "ı" ? "i" : first === "ȷ" ? "j" : first;
  const whole = normalizeText(`${plain}${mark}`, "NFC");
  return whole.length > 1 ? null : whole + text.slice(first.length);
}
