/** Boxes between colons, also inside each other: `::: warning Title` to `:::`. */
import type MarkdownIt from "markdown-it";
import type { StateBlock } from "markdown-it";
import { shorten } from "#shared/insights/losses.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { fillBox, isBox, openBox, readHead } from "./boxes.ts";
import { lossesOf } from "./foreign-text.ts";

/** The line that ends a box, and the one behind it; the same for a box without an end of its own. */
interface End {
  to: number;
  next: number;
}

/** Ends by the start of the box and how far in it stands. One search finds those of all boxes in a box. */
const found = new WeakMap<StateBlock, Map<string, End>>();

/** The shortest signs of code without an end, from a line on: a search for longer ones would end nowhere, too. */
const endless = new WeakMap<StateBlock, Map<string, { line: number; length: number }>>();

export function useColonBoxes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before("fence", "colon_box", readBox, { alt: ["paragraph", "reference", "blockquote", "list"] });
}

function readBox(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const head = readColons(state, startLine);
  if (!isStart(head)) return false;
  if (silent) return true;
  const { to, next } = findEnd(state, startLine, endLine);
  fillBox(state, { open: writeStart(head, state.env), from: startLine + 1, to });
  state.line = next;
  return true;
}

/** What stands behind three colons or more: "" for an end of a box, null for another line. */
function readColons(state: StateBlock, line: number): string | null {
  const text = readLine(state, line);
  return text.startsWith(":::") ? text.replace(/^:+/, "").trim() : null;
}

function readLine(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function isStart(head: string | null): head is string {
  return head !== null && (head.startsWith("{") || readHead(head).name !== "");
}

function writeStart(head: string, env: unknown): string {
  const { name, title } = readHead(head);
  if (isBox(name)) return openBox(name, title);
  // The sieve says that it is always open.
  if (name !== "details")
    lossesOf(env).add("other", `the box “::: ${shorten(name || head, 40)}”, of which the text is kept`);
  return title === "" ? "<div>\n" : `<div><p><b>${escapeHtml(title)}</b></p>\n`;
}

function findEnd(state: StateBlock, startLine: number, endLine: number): End {
  const ends = found.get(state) ?? new Map<string, End>();
  found.set(state, ends);
  const key = (line: number) => `${state.blkIndent} ${line}`;
  if (!ends.has(key(startLine))) pairLines(state, startLine, endLine, (line, end) => ends.set(key(line), end));
  const { to, next } = ends.get(key(startLine)) ?? { to: endLine, next: endLine };
  return { to: Math.min(to, endLine), next: Math.min(next, endLine) };
}

/** Tells the ends of the box at `startLine` and of those in it. A line without a name ends the innermost that is open. */
function pairLines(
  state: StateBlock,
  startLine: number,
  endLine: number,
  tell: (line: number, end: End) => void,
): void {
  const indent = (line: number) => state.sCount[line] ?? 0;
  const isInside = (line: number) => line < endLine && (state.isEmpty(line) || indent(line) >= state.blkIndent);
  const open = [startLine];
  const closeLast = (to: number, next: number) => tell(open.pop() ?? startLine, { to, next });
  const skipCode = makeSkipper(state, endLine, isInside);
  let line = startLine + 1;
  for (; open.length > 0 && isInside(line); line += 1) {
    line = skipCode(line);
    const head = readColons(state, line);
    if (isStart(head)) open.push(line);
    if (head !== "" || indent(line) - state.blkIndent >= 4) continue;
    // Boxes of a list that ended before are not meant.
    if (indent(startLine) <= indent(line))
      while (indent(open.at(-1) ?? startLine) > indent(line)) closeLast(line, line);
    closeLast(line, line + 1);
  }
  while (open.length > 0) closeLast(line, line);
}

/** Gives the last line of the code that begins at a line, or that line. Code in an item of a list ends with the item. */
function makeSkipper(
  state: StateBlock,
  endLine: number,
  isInside: (line: number) => boolean,
): (line: number) => number {
  const known = endless.get(state) ?? new Map<string, { line: number; length: number }>();
  endless.set(state, known);
  return (line) => {
    const [, item = "", sign = ""] =
      /^((?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(readLine(state, line)) ?? [];
    const kind = sign.charAt(0);
    const place = `${kind} ${state.blkIndent} ${endLine}`;
    const before = known.get(place);
    if (sign === "" || (before && line >= before.line && sign.length >= before.length)) return line;
    const inItem = (at: number) => state.isEmpty(at) || (state.sCount[at] ?? 0) > (state.sCount[line] ?? 0);
    for (let at = line + 1; isInside(at); at += 1) {
      if (item !== "" && !inItem(at)) return at - 1;
      const text = readLine(state, at).trimEnd();
      if (text.startsWith(sign) && text === kind.repeat(text.length)) return at;
    }
    known.set(place, { line, length: sign.length });
    return line;
  };
}
