import { isTick } from "./sweep.ts";
import type { Sieving } from "./sieving.ts";
import {
  closest,
  findPart,
  hasWords,
  insert,
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
  unwrap,
} from "./tree.ts";

function isList(part: Part | null): boolean {
  return part?.name === "ul" || part?.name === "ol";
}

/** Lists whose items say how deep they are: Slack and Word on the web write each level as a list of its own. */
export function nestLists(sieving: Sieving): void {
  const { body } = sieving;
  // Items say it themselves, and are made anew below.
  tick(sieving);
  for (const box of listParts(body, (part) => part.hasClass(/(?:^|\s)ListContainerWrapper(?:\s|$)/))) unwrap(box);
  for (const list of listNamed(body, "ul ol")) if (isList(list.parent)) joinItem(list);
  for (const list of listNamed(body, "ul ol")) wrapStray(list);
  for (const list of listNamed(body, "ul ol")) {
    if (!list.parent || closest(list.parent, isList) || findLevel(list) === null) continue;
    const run = [list];
    for (let next = nextElement(list); next && isList(next) && findLevel(next) !== null; next = nextElement(next))
      run.push(next);
    rebuild(run);
  }
  tellMarks(sieving);
}

/** A list in a list belongs to the item before it. */
function joinItem(list: Part): void {
  for (let blank = list.before; blank instanceof TextPart && !hasWords(blank); blank = list.before) remove(blank);
  const item = list.before;
  if (item instanceof Part && item.name === "li") item.append(list);
  else wrapStray(list.parent as Part);
}

/** What stands in a list and in none of its items is an item. */
function wrapStray(list: Part): void {
  for (const node of nodesOf(list)) {
    const isItem = node instanceof Part ? node.name === "li" : node.text.trim() === "";
    if (isItem) continue;
    const item = make("li");
    replace(node, item);
    item.append(node);
  }
}

/** How deep the first item of a list says that it is; the outermost is 1, and null where nothing is said. */
function findLevel(list: Part): number | null {
  const item = findPart(list, ({ name }) => name === "li");
  return item ? readLevel(item) : null;
}

function readLevel(item: Part): number | null {
  const counted = item.get("data-aria-level") || item.get("aria-level");
  if (/^[1-9]\d?$/.test(counted)) return Number(counted);
  const indent = item.get("data-stringify-indent") || (item.parent?.get("data-indent") ?? "");
  if (/^\d\d?$/.test(indent)) return Number(indent) + 1;
  const quill = /(?:^|\s)ql-indent-(\d)/.exec(item.get("class"))?.[1];
  return quill === undefined ? null : Number(quill) + 1;
}

interface Item {
  line: Part;
  level: number;
  kind: string;
  /** Of Word on the web: items of one list have one name. */
  list: string;
  start: number | null;
}

/** Makes the lists of a run anew, each item at its level. */
function rebuild(run: readonly Part[]): void {
  const items = run.flatMap(listItems);
  const place = make("x-place");
  const [first] = run;
  if (!first?.parent) return;
  insert(first.parent, place, first);
  const open: { list: Part; level: number; item: Item; count: number }[] = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    let at = open.at(-1);
    if (at && at.level >= item.level && !goesOn(at, item)) {
      open.pop();
      at = undefined;
    }
    const line = make("li", item.line.children().some(isList) ? ownNodes(item.line) : nodesOf(item.line));
    if (at && at.level >= item.level) {
      at.list.append(line);
      at.count += 1;
      continue;
    }
    const list = make(item.kind, [line], item.start === null ? {} : { start: String(item.start) });
    const outer = open.at(-1)?.list.last;
    if (outer instanceof Part) outer.append(list);
    else if (place.parent) insert(place.parent, list, place);
    open.push({ list, level: item.level, item, count: 1 });
  }
  for (const list of [...run, place]) remove(list);
}

function goesOn({ item, count }: { item: Item; count: number }, next: Item): boolean {
  if (item.kind !== next.kind || item.list !== next.list) return false;
  return next.start === null || next.start === 1 || next.start === (item.start ?? 1) + count;
}

function listItems(list: Part): Item[] {
  const lines = listParts(list, (part) => part.name === "li" && isDirect(part, list));
  const deep = lines.map((line) => depthOf(line, list));
  const base = lines[0] ? (readLevel(lines[0]) ?? 1) - 1 : 0;
  return lines.map((line, at) => ({
    line,
    level: readLevel(line) ?? base + (deep[at] ?? 1),
    kind: line.parent?.name === "ol" ? "ol" : "ul",
    list: line.get("data-listid"),
    start: line.parent?.first && firstItem(line.parent) === line ? readStart(line.parent) : null,
  }));
}

function firstItem(list: Part): Part | null {
  let at = list.first;
  while (at instanceof TextPart) at = at.after;
  return at;
}

function readStart(list: Part): number | null {
  return /^\d{1,9}$/.test(list.get("start")) ? Number(list.get("start")) : null;
}

/** True where nothing but lists and items is between them. */
function isDirect(line: Part, list: Part): boolean {
  for (let at = line.parent; at && at !== list; at = at.parent) if (at.name !== "li" && !isList(at)) return false;
  return true;
}

function depthOf(line: Part, list: Part): number {
  let depth = 1;
  for (let at = line.parent; at && at !== list; at = at.parent) if (isList(at)) depth += 1;
  return depth;
}

function ownNodes(line: Part): Node[] {
  return nodesOf(line).filter((node) => !(node instanceof Part && isList(node)));
}

/** Boxes to tick become signs in front of their words. */
function tick({ body, losses }: Sieving): void {
  // What an item says is read once, however many pictures it has.
  const said = new Map<Part, boolean | null>();
  for (const part of listParts(body)) {
    const state = readTick(part, said);
    if (part.name === "li") said.set(part, state);
    if (state === null || !part.parent) continue;
    losses.add("checkMarks");
    const sign = `${state ? "☑" : "☐"} `;
    if (part.name === "li") putFirst(part, sign);
    else {
      const next = part.after;
      if (next instanceof TextPart) next.text = next.text.trimStart();
      replace(part, sign);
    }
  }
}

/** Whether a box is ticked; null for what is none. */
function readTick(part: Part, said: ReadonlyMap<Part, boolean | null>): boolean | null {
  if (isTick(part)) return part.attributes.has("checked") || part.get("aria-checked") === "true";
  if (part.name === "img" && /^(?:un)?checked$/i.test(part.get("alt")) && part.attributes.has("aria-roledescription")) {
    // The item says the same.
    if (closest(part, (one) => typeof said.get(one) === "boolean")) {
      remove(part);
      return null;
    }
    return part.get("alt").toLowerCase() === "checked";
  }
  if (part.name === "div" && part.hasClass(/(?:^|\s)checkbox(?:\s|$)/) && part.hasClass(/checkbox-(?:on|off)/))
    return part.hasClass(/checkbox-on/);
  if (part.name !== "li" || findPart(part, isTick)) return null;
  const own = part.get("role") === "checkbox" ? part.get("aria-checked") : part.get("data-checked");
  if (own !== "") return own === "true";
  const quill = part.get("data-list");
  return quill === "checked" ? true : quill === "unchecked" ? false : null;
}

/** Puts `sign` before the first words of an item, which may be in a paragraph of their own. */
function putFirst(item: Part, sign: string): void {
  for (let node = nextOf(item, item); node; node = nextOf(node, item))
    if (node instanceof TextPart && node.text.trim() !== "") {
      node.text = sign + node.text.trimStart();
      return;
    }
  item.append(sign);
}

function tellMarks({ body, losses, sheet }: Sieving): void {
  for (const list of listNamed(body, "ol")) {
    const style = `${sheet.lookOf(list).get("list-style-type") ?? ""} ${sheet.lookOf(list.children()[0] ?? list).get("list-style-type") ?? ""}`;
    if (list.attributes.has("reversed") || /^[aAiI]$/.test(list.get("type")) || /alpha|roman|latin|greek/.test(style))
      losses.add("listMarks");
  }
}
