import type { Sieving } from "./sieving.ts";
import {
  closest,
  findPart,
  hasWords,
  lineOf,
  listNamed,
  listParts,
  make,
  nodesOf,
  Part,
  remove,
  rename,
  replace,
  textOf,
} from "./tree.ts";

/** `[1]`, `1`, `(a)`, `iv`, `*`, `†`: what a reader sees of a mention. */
const mark = /^[[(]?(?:\d{1,4}|[a-z]{1,4}|[*†‡§¶#]{1,4}|note \d{1,4}|nb \d{1,4})[\])]?[.,]?$/i;

/**
 * Footnotes are recognised by their links: a short mark leads to a place whose text leads back. So Word, LibreOffice, Google
 * Docs, Wikipedia and Markdown write them. Comments of Word are the same with other names, and are left out.
 */
export function findFootnotes(sieving: Sieving): void {
  const { body, losses } = sieving;
  dropOfficeComments(sieving);
  keepGiven(body);
  const links = listParts(
    body,
    (part) => part.name === "a" && part.get("href").includes("#") && part.get("href") !== "#",
  );
  if (links.length === 0) return;
  const places = listPlaces(body);
  const pairs = links.flatMap((link) => {
    const note = mark.test(lineOf(link)) ? places.get(readFragment(link)) : undefined;
    return note && note !== link ? [{ link, note }] : [];
  });
  const mentions = findMentions(pairs, places);
  const boxes = findBoxes(body, mentions);
  const labels = new Map<Part, string>();
  for (const { link, note } of mentions) {
    const box = boxes.get(note);
    if (!box) continue;
    const label = labels.get(box) ?? String(labels.size + 1);
    labels.set(box, label);
    replaceMention(link, label);
  }
  const lists = new Set([...labels.keys()].map(({ parent }) => parent));
  for (const [box, label] of labels) takeNote(body, box, label);
  for (const list of lists) dropEmpty(list, body);
  const lost = new Set(mentions.map(({ note }) => note).filter((note) => !boxes.has(note)));
  if (lost.size > 0) losses.add("footnotes", "", lost.size);
}

interface Mention {
  link: Part;
  /** The place that it leads to. */
  note: Part;
}

function readFragment(link: Part): string {
  const href = link.get("href");
  return href.slice(href.indexOf("#") + 1);
}

/** Elements by their id or name. */
function listPlaces(body: Part): Map<string, Part> {
  const places = new Map<string, Part>();
  for (const part of listParts(body))
    for (const name of [part.get("id"), part.name === "a" ? part.get("name") : ""])
      if (name !== "" && !places.has(name)) places.set(name, part);
  return places;
}

/** Links that are mentions: the first of two that lead to each other, and others that lead to the same note. */
function findMentions(pairs: readonly Mention[], places: ReadonlyMap<string, Part>): Mention[] {
  const known = new Map<Part, ReadonlyMap<Part, Part>>();
  const notes = new Set<Part>();
  const backs = new Set<Part>();
  return pairs.filter(({ link, note }) => {
    if (backs.has(link)) return false;
    if (notes.has(note)) return true;
    const box = closest(note, isBlock) ?? note;
    const targets = known.get(box) ?? listTargets(box, places);
    known.set(box, targets);
    const back = findBack(link, targets);
    if (!back || back === link) return false;
    backs.add(back);
    notes.add(note);
    return true;
  });
}

/** Where the links of a note lead, each with its link. */
function listTargets(box: Part, places: ReadonlyMap<string, Part>): Map<Part, Part> {
  const targets = new Map<Part, Part>();
  for (const link of listNamed(box, "a")) {
    const target = link.get("href").includes("#") ? places.get(readFragment(link)) : undefined;
    if (target) targets.set(target, link);
  }
  return targets;
}

/** The link that leads back to a mention: to itself, to what raises it, or to an anchor right before it. */
function findBack(link: Part, targets: ReadonlyMap<Part, Part>): Part | undefined {
  const before = link.before instanceof Part ? targets.get(link.before) : undefined;
  if (before) return before;
  for (let at: Part | null = link; at && isMark(at); at = at.parent) {
    const back = targets.get(at);
    if (back) return back;
  }
  return undefined;
}

function isMark({ name }: Part): boolean {
  return /^(?:a|sup|span|b|i|em|strong)$/.test(name);
}

const blocks = new Set("p li div td dd aside section blockquote body".split(" "));

function isBlock({ name }: Part): boolean {
  return blocks.has(name);
}

/** The whole of each note: what is around its place as long as nothing else is in it. */
function findBoxes(body: Part, mentions: readonly Mention[]): Map<Part, Part> {
  const taken = new Map<Part, Set<Part>>();
  const around = (part: Part, owner: Part) => {
    for (let at: Part | null = part; at && at !== body; at = at.parent) {
      const owners = taken.get(at) ?? new Set();
      if (owners.size < 3) owners.add(owner);
      taken.set(at, owners);
    }
  };
  for (const { link, note } of mentions) {
    around(note, note);
    around(link, link);
  }
  const boxes = new Map<Part, Part>();
  for (const { note } of mentions) {
    let box = closest(note, isBlock);
    if (!box || box === body || (taken.get(box)?.size ?? 0) > 1) continue;
    while (
      box.name === "p" &&
      box.parent &&
      box.parent !== body &&
      /^(?:div|li|aside|dd)$/.test(box.parent.name) &&
      taken.get(box.parent)?.size === 1
    )
      box = box.parent;
    boxes.set(note, box);
  }
  return boxes;
}

/** The mention alone stands in the place of the raised text around it. */
function replaceMention(link: Part, label: string): void {
  let outer: Part = link;
  while (outer.parent && isMark(outer.parent) && isAlone(outer)) outer = outer.parent;
  replace(outer, make("x-note", [], { "data-sieve-note": label }));
}

/** True where nothing beside `node` has words: it ends at the first neighbour that has. */
function isAlone(node: Part): boolean {
  for (let at = node.before; at; at = at.before) if (hasWords(at)) return false;
  for (let at = node.after; at; at = at.after) if (hasWords(at)) return false;
  return true;
}

function takeNote(body: Part, box: Part, label: string): void {
  for (const back of listParts(box, (part) => part.name === "a" && part.get("href").includes("#"))) {
    const words = lineOf(back);
    if (!mark.test(words) && !/^(?:↩|↑|\^|⤴|\uFE0E|\uFE0F|\s)*$/u.test(words)) continue;
    const outer = back.parent && isMark(back.parent) && isAlone(back) ? back.parent : back;
    remove(outer);
  }
  const isItem = box.name === "li" || box.name === "p";
  const inner = isItem && box.name === "p" ? [make("p", nodesOf(box))] : nodesOf(box);
  remove(box);
  body.append(make("x-footnote", inner, { "data-sieve-footnote": label }));
}

/** What was around notes and holds none any more, with the line and the heading above them. */
function dropEmpty(list: Part | null, body: Part): void {
  for (let at = list; at && at !== body;) {
    const words = textOf(at).replace(/^\s*(?:foot|end)?notes\s*$|^\s*references\s*$/i, "");
    if (/[\p{L}\p{N}]/u.test(words) || findPart(at, ({ name }) => name === "img")) return;
    const { parent } = at;
    remove(at);
    at = parent;
  }
}

/** Notes that the readers of other systems have found already. */
function keepGiven(body: Part): void {
  for (const part of listParts(
    body,
    ({ attributes }) => attributes.has("data-import-note") || attributes.has("data-import-footnote"),
  )) {
    const label = part.get("data-import-note") || part.get("data-import-footnote");
    if (!/^[\w-]{1,40}$/.test(label)) continue;
    if (part.attributes.has("data-import-note")) replace(part, make("x-note", [], { "data-sieve-note": label }));
    else {
      const note = rename(part, "x-footnote");
      note.attributes.set("data-sieve-footnote", label);
      body.append(note);
    }
  }
}

function dropOfficeComments({ body, losses, sheet }: Sieving): void {
  for (const part of listParts(body)) {
    if (part.hasClass(/(?:^|\s)msocomanchor(?:\s|$)/i)) remove(part);
    else if (sheet.lookOf(part).get("mso-element") === "comment-list") {
      for (const comment of listParts(part, (one) => sheet.lookOf(one).get("mso-element") === "comment"))
        losses.add("comments", lineOf(comment).slice(0, 60));
      remove(part);
    }
  }
}
