import type { Node, Schema } from "@tiptap/pm/model";
import { describeBlock, describeReading } from "./describe.ts";
import { findPlace, type Place } from "./find-place.ts";
import { type Names, type ReadBlock, readMarkdown } from "./read-markdown.ts";
import { UnreadableMarkdown } from "./unreadable-markdown.ts";
import { isFilled, isList, writeBlock } from "./write-block.ts";

export interface ArticleFile {
  /**
   * Reads the source of an article. Throws UnreadableMarkdown when a reader would see something else after a change
   * elsewhere in it, or when the editor cannot hold a part of it.
   */
  open: (source: string) => Node;
  /** False for a block that has no Markdown, such as an empty paragraph. */
  isWritten: (block: Node) => boolean;
  /** Gives the written blocks of `shown` the source of those of `doc`, which `open` has returned and which say the same. */
  adopt: (shown: Node, doc: Node) => void;
  /** The Markdown of the article as it is now. Blocks that did not change keep the very text they were read from. */
  write: (doc: Node) => string;
  /** The lines of that Markdown at which the blocks of `doc` begin; the first line is 1. */
  listLines: (doc: Node) => number[];
  /** Where a place of that Markdown is: in which block of `doc`, and how far. Null where there is no place for a cursor. */
  findPlace: (doc: Node, offset: number) => (Place & { at: number }) | null;
}

interface BlockSource extends Omit<ReadBlock, "node"> {
  /** The text of the block before it: null for the first, undefined for a block that was not in the source. */
  previous?: string | null;
  /** What stands between it and the block after it. */
  after?: string | undefined;
}

/** Between Markdown, which stays canonical, and the document of an editor with this schema. */
export function createArticleFile(schema: Schema): ArticleFile {
  const sources = new WeakMap<Node, BlockSource>();
  // A step that is taken back makes an equal block, not the same one. It is found by its Markdown.
  const byText = new Map<string, BlockSource>();
  let names: Names = { references: {}, notes: {} };
  let opened = { source: "", tail: "", addresses: "" };

  function open(source: string): Node {
    const read = readMarkdown(source, schema);
    const texts = writeAll(source, read.blocks, read.names);
    for (const [at, { node, source, gap }] of read.blocks.entries()) {
      // What has no end takes in a blank line, too, once there is one behind it.
      if (hasInnerCode(node) && !(readsAs(source, node, read.names) && readsAs(source, node, read.names, "\n\n.\n")))
        throw new UnreadableMarkdown("code without an end inside of another block");
      const entry = { source, gap, previous: read.blocks[at - 1]?.source ?? null, after: read.blocks[at + 1]?.gap };
      sources.set(node, entry);
      byText.set(texts[at] ?? "", entry);
    }
    const nodes = read.blocks.map(({ node }) => node);
    names = read.names;
    opened = { source, tail: read.tail, addresses: listAddresses(nodes) };
    return schema.node("doc", null, nodes.length > 0 ? nodes : [schema.node("paragraph")]);
  }

  function isWritten(block: Node): boolean {
    return isFilled(block) && keep(block).source !== "";
  }

  function adopt(shown: Node, doc: Node): void {
    const entries = doc.children.filter(isWritten).map((node) => sources.get(node));
    for (const [at, node] of shown.children.filter(isWritten).entries()) {
      const entry = entries[at];
      if (entry) sources.set(node, entry);
    }
  }

  function keep(node: Node): BlockSource {
    const known = sources.get(node);
    if (known) return known;
    const text = writeChecked(node, names);
    const entry = byText.get(text) ?? { source: text, gap: "\n\n" };
    sources.set(node, entry);
    return entry;
  }

  /** The Markdown, and where the children of `doc` begin in it, by their number: one node may stand at several places. */
  function layOut(doc: Node): { text: string; starts: (number | undefined)[] } {
    const starts = doc.children.map((): number | undefined => undefined);
    // Without its addresses, the text of a link would no longer say where it leads.
    const mayKeep = listAddresses(doc.children) === opened.addresses;
    const end = doc.children.findLastIndex(isFilled);
    let written = "";
    let last: { node: Node; text: string; after?: string | undefined } | null = null;
    for (const [at, node] of doc.children.entries()) {
      if (!isFilled(node)) continue;
      const entry = keep(node);
      let text = mayKeep ? entry.source : writeChecked(node, names);
      if (at < end && isOpenFence(text)) text = writeChecked(node, names);
      if (last && (entry.previous !== last.text || text !== entry.source)) text = fitAfter(last, node, text, names);
      if (text === "") continue;
      starts[at] = written.length;
      if (last) {
        const gap = entry.previous === undefined ? (last.after ?? entry.gap) : entry.gap;
        // Without a blank line between them they mean what they meant as long as both are as they were.
        const isAsBefore = entry.previous === last.text && text === entry.source;
        const isApart = /\n[ \t]*\n/.test(gap) || (isAsBefore && gap.includes("\n"));
        written += (isApart ? gap : "\n\n") + text;
      } else written += (entry.previous === null ? entry.gap : "") + text;
      last = { node, text, after: entry.after };
    }
    const isBlank = opened.source.trim() === "";
    if (!last) return { text: isBlank ? opened.source : "", starts };
    return { text: written + (isBlank ? "\n" : opened.tail), starts };
  }

  function listLines(doc: Node): number[] {
    const { text, starts } = layOut(doc);
    return countLines(text, starts);
  }

  function findPlaceIn(doc: Node, offset: number): (Place & { at: number }) | null {
    const { text, starts } = layOut(doc);
    const parts = doc.children.flatMap((node, at) => {
      const start = starts[at];
      if (start === undefined) return [];
      const place = skipBlankLines(text, start);
      return [{ node, at, text, start: place, end: place + keep(node).source.length }];
    });
    const part = parts.findLast(({ start }) => start <= offset);
    if (!part) return null;
    return { ...(findPlace(part, offset, names) ?? { blocks: [part.node], pos: 0 }), at: part.at };
  }

  return { open, isWritten, adopt, write: (doc) => layOut(doc).text, listLines, findPlace: findPlaceIn };
}

/** The Markdown of each block as the editor writes it. Throws when readers of it would see another article. */
function writeAll(source: string, blocks: readonly ReadBlock[], names: Names): string[] {
  const wanted = describeReading(source);
  const plain = joinTexts(blocks, (node) => writeBlock(node, { care: "none" }), names);
  if (describeReading(plain.join("\n\n")) === wanted) return plain;
  const careful = joinTexts(blocks, (node) => writeChecked(node, names), names);
  if (describeReading(careful.join("\n\n")) !== wanted)
    throw new UnreadableMarkdown("text that readers would see otherwise after a change");
  return careful;
}

/** The lines of `text` at which blocks begin that stand at `starts`. */
function countLines(text: string, starts: readonly (number | undefined)[]): number[] {
  let next = text.length;
  // What has no Markdown, such as an empty paragraph, begins where the next block does.
  const places = starts.toReversed().map((start) => (next = start ?? next));
  let line = 1;
  let counted = 0;
  return places.toReversed().map((start) => {
    const place = skipBlankLines(text, start);
    line += text.slice(counted, place).split("\n").length - 1;
    counted = place;
    return line;
  });
}

function joinTexts(blocks: readonly ReadBlock[], write: (node: Node) => string, names: Names): string[] {
  const texts: string[] = [];
  for (const [at, { node }] of blocks.entries()) {
    const last = blocks[at - 1]?.node;
    texts.push(last ? fitAfter({ node: last, text: texts.at(-1) ?? "" }, node, write(node), names) : write(node));
  }
  return texts;
}

/** The Markdown of a block. Read again, it is that block. */
function writeChecked(node: Node, names: Names, isOtherList = false): string {
  for (const care of ["none", "signs"] as const) {
    const text = writeBlock(node, { care, isOtherList });
    if (text === "" || readsAs(text, node, names)) return text;
  }
  return writeBlock(node, { care: "all", isOtherList });
}

/** True when `text`, alone or with a paragraph `after` it, is read as `node`. */
function readsAs(text: string, node: Node, { references, notes }: Names, after = ""): boolean {
  const mentioned = Object.create(notes) as Names["notes"];
  node.descendants(({ type, attrs }) => {
    if (type.name === "footnoteReference") mentioned[`:${String(attrs.label)}`] = -1;
  });
  try {
    const { blocks } = readMarkdown(text + after, node.type.schema, { references, notes: mentioned });
    return (
      blocks.length === (after === "" ? 1 : 2) &&
      blocks[0] !== undefined &&
      describeBlock(blocks[0].node) === describeBlock(node)
    );
  } catch (error) {
    if (error instanceof UnreadableMarkdown) return false;
    throw error;
  }
}

/** Writes a block anew where its text would become one with the block before it. */
function fitAfter(last: { node: Node; text: string }, node: Node, text: string, names: Names): string {
  // Lines that are set in belong to a list or a footnote above them.
  const isSetIn = /^(?: {2,}|\t)/.test(text) && (isList(last.node) || last.node.type.name === "footnote");
  const fitted = isSetIn ? writeChecked(node, names) : text;
  const mark = findListMark(last.text);
  if (isList(node) && last.node.type === node.type && mark === findListMark(fitted))
    return writeChecked(node, names, /[-.]/.test(mark));
  return fitted;
}

function findListMark(text: string): string {
  return /^\s*(?:\d+([.)])|([-+*]))/.exec(text)?.slice(1).join("") ?? "";
}

function hasInnerCode(node: Node): boolean {
  let found = false;
  node.descendants(({ type }) => {
    found ||= type.name === "codeBlock";
  });
  return found;
}

/** Code without an end takes in all that follows. Behind three backticks and more, another one makes it code in a line. */
function isOpenFence(text: string): boolean {
  const fence = /^ {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})/.exec(text)?.[1];
  if (fence === undefined) return false;
  const lines = text.split("\n");
  const end = lines.at(-1)?.trim() ?? "";
  return lines.length === 1 || !end.startsWith(fence) || end.replaceAll(fence.charAt(0), "") !== "";
}

function listAddresses(nodes: readonly Node[]): string {
  return nodes
    .filter(({ type }) => type.name === "linkAddresses")
    .map(({ attrs }) => String(attrs.source))
    .join("\n");
}

/** Where what stands at `start`, or after blank lines there, begins. */
function skipBlankLines(text: string, start: number): number {
  const blank = /(?:[ \t]*\n)*/y;
  blank.lastIndex = start;
  blank.test(text);
  return blank.lastIndex;
}
