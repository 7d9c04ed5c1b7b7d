import type { Node, Schema } from "@tiptap/pm/model";
import { readOwn } from "#shared/text/read-own.ts";
import { closeLine, dropWholeBold, type Piece } from "./line.ts";
import { type Part } from "./tree.ts";

/** A block that is being filled. */
export interface Frame {
  kind: "flow" | "line" | "list" | "table" | "row";
  /** The node that it becomes. */
  type: string;
  attrs: Record<string, unknown>;
  blocks: Node[];
  pieces: Piece[];
}

const generic = new Set(
  (
    "p div section article main header footer nav aside address center hgroup fieldset details summary dl dd dt figure " +
    "li table tbody thead tfoot tr td th body html x-title"
  ).split(" "),
);
const quotes: Readonly<Record<string, string>> = {
  blockquote: "blockquote",
  "x-pull": "pullQuote",
  "x-callout": "note",
};

export function makeFrame(kind: Frame["kind"], type: string, attrs: Record<string, unknown> = {}): Frame {
  return { kind, type, attrs, blocks: [], pieces: [] };
}

const atoms = new Set("hr x-figure x-embed x-code x-table x-footnote ul ol h1 h2 h3 h4 h5 h6 pre".split(" "));

export function isBlock(name: string): boolean {
  return generic.has(name) || atoms.has(name) || Object.hasOwn(quotes, name);
}

/** True of elements with nothing in them that makes blocks. */
export function isLeaf(name: string): boolean {
  return atoms.has(name) && name !== "ul" && name !== "ol";
}

/** True of lists and quotes, which nest. */
export function isNesting({ type }: Frame): boolean {
  return /List$|^(?:blockquote|pullQuote|note)$/.test(type);
}

/** The frame that an element opens in another, or null for one that is a block of its own or none. */
export function openFrame(part: Part, { kind, type, blocks }: Frame): Frame | null {
  const { name } = part;
  if (name === "x-footnote") return makeFrame("flow", "footnote", { label: part.get("data-sieve-footnote") });
  if (/^h[1-6]$/.test(name)) return makeFrame("line", "heading", { level: Math.max(2, Number(name.slice(1))) });
  // The title of a note that is nested too deep is a paragraph.
  if (name === "x-title") return type === "note" && blocks.length === 0 ? makeFrame("line", "noteTitle") : null;
  if (name === "x-table") return makeFrame("table", "table");
  if (name === "tr" && kind === "table") return makeFrame("row", "tableRow");
  if (/^t[dh]$/.test(name) && kind === "row")
    return makeFrame("line", name === "th" ? "tableHeader" : "tableCell", { align: part.get("side") || null });
  if (name === "li" && kind === "list") return makeFrame("flow", "listItem");
  if (name === "ul") return makeFrame("list", "bulletList");
  if (name === "ol") return makeFrame("list", "orderedList", { start: readStart(part) });
  const quote = readOwn(quotes, name);
  return quote === undefined ? null : makeFrame("flow", quote);
}

/** What a frame has become; null where nothing is in it. */
export function closeFrame({ type, attrs, blocks, pieces }: Frame, schema: Schema): Node | null {
  if (type === "heading") {
    const line = dropWholeBold(closeLine(pieces, schema));
    return line.length > 0 ? schema.node(type, attrs, line) : null;
  }
  if (type === "noteTitle") return schema.node(type, null, readPlain(closeLine(pieces, schema), schema));
  if (type === "tableHeader") return schema.node(type, attrs, dropWholeBold(closeLine(pieces, schema)));
  if (type === "tableCell") return schema.node(type, attrs, closeLine(pieces, schema));
  if (blocks.length === 0 && type !== "footnote") return null;
  if (type === "note") {
    const [first, ...others] = blocks;
    if (first?.type.name !== "noteTitle") blocks.unshift(schema.node("noteTitle"));
    else if (others.length === 0) blocks.push(schema.node("paragraph"));
  }
  return schema.node(type, attrs, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
}

function readStart(list: Part): number {
  const start = list.get("start").trim();
  return /^\d{1,9}$/.test(start) ? Number(start) : 1;
}

function readPlain(line: readonly Node[], schema: Schema): Node[] {
  const text = line.map((node) => node.text ?? "").join("");
  return text === "" ? [] : [schema.text(text)];
}
