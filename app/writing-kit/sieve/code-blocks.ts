import type { Sieving } from "./sieving.ts";
import { isMonospaced, readSpacing } from "./styles.ts";
import {
  closest,
  contains,
  findPart,
  isIn,
  lineOf,
  listNamed,
  listParts,
  make,
  nextElement,
  nextOf,
  type Node,
  nodesOf,
  Part,
  remove,
  replace,
  TextPart,
  textOf,
} from "./tree.ts";

const gutter = /(?:^|\s)(?:gutter|lineno|linenos|rouge-gutter|blob-num|line-numbers-rows|linenumber)(?:\s|$)/;
const lines = new Set("div p li tr ol ul table tbody h1 h2 h3 h4 h5 h6 section".split(" "));

/** Code as editors and pages write it becomes one element with its text: lines and indentation stay. */
export function findCode(sieving: Sieving): void {
  const { body, sheet } = sieving;
  const tables = new Map<Part, boolean>();
  for (const code of listNamed(body, "pre"))
    if (contains(body, code) && !isIn(code, "pre")) fitPre(code, sieving, tables);
  for (const table of listNamed(body, "table")) {
    const cells = listParts(
      table,
      (part) =>
        part.hasClass(/(?:^|\s)(?:blob-code|js-file-line)(?:\s|$)/) &&
        !part.children().some((one) => one.hasClass(/js-file-line/)),
    );
    if (cells.length > 0) replace(table, makeCode(cells.map((cell) => readCode(cell)).join("\n"), null));
  }
  // An editor's window: a block in a font of code, whose blanks count.
  for (const box of listParts(body, (part) => /^(?:div|p|section|td|body)$/.test(part.name) && isWindow(part, sheet)))
    if (contains(body, box)) replace(box, makeCode(readCode(box), findLanguage(box)));
  if (isWindow(body, sheet)) return void joinWindow(body);
  joinLines(sieving);
}

function isWindow(part: Part, sheet: Sieving["sheet"]): boolean {
  const look = sheet.lookOf(part);
  const spacing = readSpacing(look);
  return (
    isMonospaced(look) &&
    (spacing === "pre" || (spacing === "lines" && part.children().some(({ name }) => name === "div")))
  );
}

function joinWindow(body: Part): void {
  const code = makeCode(readCode(body), null);
  for (const node of nodesOf(body)) remove(node);
  body.append(code);
}

/** Xcode and others write a paragraph for each line, and blanks of a kind of their own. */
function joinLines({ body, sheet }: Sieving): void {
  const isLine = (part: Part) => part.name === "p" && !part.hasClass(/Mso/i) && isMonospaced(sheet.lookOf(part));
  const seen = new Set<Part>();
  for (const first of listParts(body, isLine)) {
    if (seen.has(first)) continue;
    const run = [first];
    for (let next = nextElement(first); next && isLine(next); next = nextElement(next)) run.push(next);
    for (const line of run) seen.add(line);
    const isCode = run.some(
      (line) => findPart(line, (part) => part.hasClass(/Apple-converted-space/)) || /[{};]\s*$/.test(textOf(line)),
    );
    if (run.length < 2 || !isCode) continue;
    const code = makeCode(run.map((line) => readCode(line)).join("\n"), null);
    replace(first, code);
    for (const line of run) remove(line);
  }
}

function fitPre(pre: Part, { losses }: Sieving, tables: Map<Part, boolean>): void {
  const table = closest(pre, ({ name }) => name === "table");
  if (closest(pre, (part) => part.hasClass(gutter))) return remove(closest(pre, ({ name }) => name === "td") ?? pre);
  if (pre.hasClass(/wp-block-verse/)) return replace(pre, make("p", breakLines(readCode(pre))));
  const language = findLanguage(pre);
  const codes = listNamed(pre, "code");
  const [only] = codes.length === 1 ? codes : [];
  if (only) {
    const around = lineOf(pre).replace(lineOf(only), "").trim();
    if (around !== "" && around.toLowerCase() !== language) losses.add("letters", around);
  }
  const code = makeCode(readCode(only ?? pre), language);
  if (table && !tables.has(table)) tables.set(table, isHighlighter(table));
  replace(pre, code);
  if (table && tables.get(table)) replace(table, code);
}

/** A table that a highlighter puts its numbers of lines and its code into: nothing else is in it. */
function isHighlighter(table: Part): boolean {
  const cells = listNamed(table, "td");
  if (cells.length > 2 || findPart(table, ({ name }) => name === "th" || name === "caption")) return false;
  return cells.every((cell) => {
    const pre = findPart(cell, ({ name }) => name === "pre");
    return pre ? lineOf(cell) === lineOf(pre) : /^[\d\s]*$/.test(textOf(cell));
  });
}

function breakLines(text: string): (string | Part)[] {
  return text.split("\n").flatMap((line, at) => (at === 0 ? [line] : [make("br"), line]));
}

function makeCode(text: string, language: string | null): Part {
  return make("x-code", [text.replace(/^\n/, "").trimEnd()], language === null ? {} : { language });
}

/** The text of code, with the lines that its blocks and breaks make. */
function readCode(box: Part): string {
  const out: string[] = [];
  let isStart = true;
  const add = (text: string) => {
    if (text === "") return;
    out.push(text);
    isStart = text.endsWith("\n");
  };
  let node: Node | null = nextOf(box, box);
  while (node) {
    if (node instanceof TextPart) add(node.text.replaceAll("\u00a0", " "));
    else if (node.name === "br") add("\n");
    else if (node.hasClass(gutter)) {
      node = leave(node, box, (part) => lines.has(part.name) && !isStart && add("\n"), true);
      continue;
    } else if (lines.has(node.name) && !isStart) add("\n");
    node = leave(node, box, (part) => lines.has(part.name) && !isStart && add("\n"));
  }
  return out.join("");
}

/** The next node; `end` is called with each element that ends before it. */
function leave(node: Node, root: Part, end: (part: Part) => void, isPassed = false): Node | null {
  if (!isPassed && node instanceof Part && node.first) return nextOf(node, root);
  for (let at: Node | null = node; at && at !== root; at = at.parent) {
    if (at instanceof Part && at.name !== "br") end(at);
    if (at.after) return at.after;
  }
  return null;
}

function findLanguage(code: Part): string | null {
  const around = [findPart(code, ({ name }) => name === "code"), code, code.parent, code.parent?.parent];
  for (const part of around) {
    const named = part?.get("data-language") || part?.get("data-lang") || "";
    const words = `${named ? `language-${named}` : ""} ${part?.get("class") ?? ""}`;
    const found = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s?)([\w+#.-]+)/i.exec(words)?.[1];
    if (found) return found.slice(0, 30).toLowerCase();
  }
  return null;
}
