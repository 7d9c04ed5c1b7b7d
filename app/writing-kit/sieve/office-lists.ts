import { readMark, type ListMark } from "./list-marks.ts";
import type { Sieving } from "./sieving.ts";
import {
  findPart,
  insert,
  listParts,
  make,
  nextElement,
  nextOf,
  nodesOf,
  type Part,
  remove,
  TextPart,
  textOf,
} from "./tree.ts";

/** An item of a list as Word and Outlook write it: a paragraph that names its list, with a mark of its own in front. */
interface OfficeItem {
  part: Part;
  /** Items of one list have one name. */
  list: string;
  /** The outermost is 1. */
  level: number;
  mark: ListMark;
}

interface OpenList {
  list: Part;
  last: Part;
  item: OfficeItem;
}

/** Makes lists of Word's paragraphs, with their levels, numbers and starts. Headings lose the number of their list. */
export function makeOfficeLists(sieving: Sieving): void {
  const { body, losses } = sieving;
  const items = new Map<Part, OfficeItem>();
  for (const part of listParts(body, ({ name }) => /^(?:p|h[1-6]|div)$/.test(name))) {
    const item = readItem(part, sieving);
    if (item && /^h[1-6]$/.test(part.name)) {
      if (item.mark.text !== "") losses.add("headingNumbers", item.mark.text);
    } else if (item) items.set(part, item);
  }
  for (const item of items.values()) if (item.part.parent) makeOne(item, items, losses);
}

function readItem(part: Part, { sheet }: Sieving): OfficeItem | null {
  const look = sheet.lookOf(part);
  const named = look.get("mso-list");
  if (named === "none" || named === "ignore" || named === "skip") return null;
  if (named === undefined) return readLooseItem(part, sheet);
  const [, list = "l0", level = "1", form = ""] = /^(l\d+)?\s*(?:level(\d))?\s*(lfo\d+)?/.exec(named) ?? [];
  const drawn = findPart(part, (inner) => sheet.lookOf(inner).get("mso-list") === "ignore");
  const text = textOf(drawn)
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim();
  if (drawn) remove(drawn);
  return { part, list: `${list} ${form}`, level: Math.max(1, Number(level)), mark: readMark(text) };
}

/** Mail programs drop what names the list. What is left is the mark, and the blank in a tiny font behind it. */
function readLooseItem(part: Part, sheet: Sieving["sheet"]): OfficeItem | null {
  if (!part.hasClass(/MsoListParagraph/)) return null;
  const blank = findPart(
    part,
    (inner) =>
      /^7(?:\.0)?pt/.test(sheet.lookOf(inner).get("font") ?? "") &&
      textOf(inner).replaceAll("\u00a0", "").trim() === "",
  );
  if (!blank) return null;
  const marks: TextPart[] = [];
  for (let node = nextOf(part, part); node && node !== blank; node = nextOf(node, part))
    if (node instanceof TextPart) marks.push(node);
  const text = marks
    .map((piece) => piece.text)
    .join("")
    .trim();
  if (text.length > 10 || text === "") return null;
  for (const node of [...marks, blank]) remove(node);
  const margin = /^([\d.]+)(pt|in|cm|px)/.exec(sheet.lookOf(part).get("margin-left") ?? "");
  const points = Number(margin?.[1] ?? 36) * ({ pt: 1, in: 72, cm: 28.35, px: 0.75 }[margin?.[2] ?? "pt"] ?? 1);
  return { part, list: "", level: Math.min(9, Math.max(1, Math.round(points / 36))), mark: readMark(text) };
}

/** The list that begins with `first`, and those in it. */
function makeOne(first: OfficeItem, items: ReadonlyMap<Part, OfficeItem>, losses: Sieving["losses"]): void {
  const open: OpenList[] = [];
  for (let item: OfficeItem | undefined = first; item;) {
    const next = nextElement(item.part);
    while (open.length > 1 && (open.at(-1)?.item.level ?? 0) > item.level) open.pop();
    let at = open.at(-1);
    if (at && at.item.level >= item.level && !isOneList(at.item, item)) {
      // Another list right after this one.
      if (open.length === 1) return;
      open.pop();
      at = undefined;
    }
    const line = make("li", nodesOf(item.part));
    if (at && at.item.level >= item.level) {
      at.list.append(line);
      at.last = line;
    } else {
      const list = startList(item.mark, losses).append(line);
      const outer = open.at(-1);
      if (outer) outer.last.append(list);
      else if (item.part.parent) insert(item.part.parent, list, item.part);
      open.push({ list, last: line, item });
    }
    remove(item.part);
    item = next ? items.get(next) : undefined;
  }
}

function isOneList(a: OfficeItem, b: OfficeItem): boolean {
  return a.list === b.list && (a.mark.kind === "bullet") === (b.mark.kind === "bullet");
}

function startList(mark: ListMark, losses: Sieving["losses"]): Part {
  if (mark.kind === "bullet") return make("ul");
  if (mark.kind !== "number") losses.add("listMarks", mark.text);
  return make("ol", [], { start: String(mark.number) });
}
