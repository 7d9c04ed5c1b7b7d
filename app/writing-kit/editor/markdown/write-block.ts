import type { Node } from "@tiptap/pm/model";
import { escapeText, writeAddress } from "./escape.ts";
import { type Care, writeInline, writePicture } from "./write-inline.ts";

export interface BlockStyle {
  care: Care;
  /**
   * The other mark, for a list right after a list of its kind, which would be one list with it. Of an item, it is that of a
   * list that the item begins with.
   */
  isOtherList?: boolean;
  /** In an item of a list, where `- ---` would be a line across the page, and `---` below text would make it a heading. */
  isInItem?: boolean;
}

/** The Markdown of one block, without a line end. An empty paragraph is nothing. */
export function writeBlock(node: Node, style: BlockStyle): string {
  const { attrs } = node;
  const inline = (oneLine: boolean) => writeInline(node, { care: style.care, oneLine });
  switch (node.type.name) {
    case "paragraph":
      return inline(false);
    case "heading":
      return writeHeading(node, inline);
    case "blockquote":
      return prefix(writeBlocks(node, style), "> ", "> ");
    case "note":
    case "pullQuote":
      return writeMarkedQuote(node, style);
    case "bulletList":
    case "orderedList":
      return writeList(node, style);
    case "codeBlock":
      return writeFence(node);
    case "horizontalRule":
      return style.isInItem ? "___" : "---";
    case "figure":
      return `${writePicture(attrs)}${attrs.width ? `{.${String(attrs.width)}}` : ""}`;
    case "embed":
      return writeEmbed(attrs);
    case "table":
      return writeTable(node, style);
    case "footnote":
      return prefix(writeBlocks(node, style), `[^${String(attrs.label)}]: `, "    ");
    case "linkAddresses":
      return String(attrs.source);
    default:
      throw new Error(`A block of the kind ${node.type.name} has no Markdown`);
  }
}

/** Several blocks, with a blank line between them, or none inside of a tight item. */
function writeBlocks(parent: Node, style: BlockStyle, between = "\n\n", from = 0): string {
  const parts: string[] = [];
  let last: { node: Node; isOtherList: boolean } | null = null;
  for (const child of parent.children.slice(from)) {
    const isOther: boolean = last ? last.node.type === child.type && !last.isOtherList : style.isOtherList === true;
    const isOtherList: boolean = isList(child) && isOther;
    const text = writeBlock(child, { ...style, isOtherList });
    if (text === "") continue;
    parts.push(text);
    last = { node: child, isOtherList };
  }
  return parts.join(between);
}

function writeHeading(node: Node, inline: (oneLine: boolean) => string): string {
  const level = Number(node.attrs.level);
  const text = inline(level > 2);
  if (text.includes("\n")) return `${text}\n${level === 1 ? "===" : "---"}`;
  return `${"#".repeat(level)} ${unescapeStart(text).replace(/(^|[ \t])(#+)$/, String.raw`$1\$2`)}`.trimEnd();
}

/** Only a paragraph needs these escaped. */
function unescapeStart(text: string): string {
  return text.replace(/^\\(?=[+>=|:~-])/, "").replace(/^(\d+)\\([.)])/, "$1$2");
}

function writeMarkedQuote(node: Node, style: BlockStyle): string {
  const isNote = node.type.name === "note";
  const title = (isNote ? node.child(0).textContent : String(node.attrs.title)).replaceAll(/[\r\n]+/g, " ").trim();
  const body = writeBlocks(node, style, "\n\n", isNote ? 1 : 0);
  const first = node.maybeChild(isNote ? 1 : 0);
  const head = `[!${isNote ? "note" : "pull"}]${title && ` ${title}`}`;
  const isText = first?.type.name === "paragraph" && first.childCount > 0;
  return prefix(body === "" ? head : `${head}${isText ? "\n" : "\n\n"}${body}`, "> ", "> ");
}

function writeList(list: Node, style: BlockStyle): string {
  const items: string[] = [];
  const between = isTight(list) ? "\n" : "\n\n";
  list.forEach((item, _offset, at) => {
    const number = Number(list.attrs.start ?? 1) + at;
    const isOrdered = list.type.name === "orderedList";
    const mark = isOrdered ? `${number}${style.isOtherList ? ")" : "."}` : style.isOtherList ? "*" : "-";
    // Marks alone, `- - -`, would be a line across the page, too.
    const isOtherList = beginsEmpty(item) && !isOrdered && !style.isOtherList;
    const text = writeBlocks(item, { care: style.care, isInItem: true, isOtherList }, between);
    items.push(text === "" ? mark : prefix(text, `${mark} `, " ".repeat(mark.length + 1)));
  });
  return items.join(between);
}

/** Whether a list is tight: no blank line in it. One that could have none, or in which they say nothing, is. */
export function isTight(list: Node): boolean {
  const items = list.children.map(listFilled);
  const hasGaps = items.length > 1 || items.some(({ length }) => length > 1);
  const hasText = items.flat().some(({ type }) => type.name === "paragraph" || type.name === "figure");
  if (list.attrs.tight !== true && hasGaps && hasText) return false;
  return items.every((blocks) =>
    blocks.every((block, at) => (block.type.name !== "figure" || !hasGaps) && !needsBlank(block, blocks[at + 1])),
  );
}

const quotes = new Set(["blockquote", "note", "pullQuote"]);

/** Whether two blocks would be one, or the second a part of the first, without a blank line between them. */
function needsBlank(block: Node, next: Node | undefined): boolean {
  if (!next) return false;
  const [name, nextName] = [block.type.name, next.type.name];
  const isText = nextName === "paragraph" || nextName === "table" || hasLines(next);
  if (isText) return name === "table" || endsInText(block);
  if (quotes.has(nextName)) return quotes.has(name);
  // A list that could not interrupt a paragraph.
  return (
    name === "paragraph" &&
    isList(next) &&
    (listFilled(next.child(0)).length === 0 || Number(next.attrs.start ?? 1) !== 1)
  );
}

/** Whether the last line of a block is one of a paragraph, which a line below goes on with even where it is set in less. */
function endsInText(block: Node): boolean {
  const { name } = block.type;
  if (name === "paragraph" || name === "figure") return true;
  const last = isList(block) ? block.lastChild : quotes.has(name) ? block : null;
  const inner = last && listFilled(last).at(-1);
  return inner ? inner.type.name === "noteTitle" || endsInText(inner) : name === "pullQuote";
}

/** The blocks in a node without empty paragraphs, which are not written. */
export function listFilled({ children }: Node): Node[] {
  return children.filter(isFilled);
}

export function isFilled({ type, childCount }: Node): boolean {
  return type.name !== "paragraph" || childCount > 0;
}

/** True of a heading that is written as lines of text with signs under them. */
function hasLines({ type, attrs, children }: Node): boolean {
  if (type.name !== "heading" || attrs.level > 2) return false;
  return children.some(
    ({ type, marks }) => type.name === "hardBreak" || marks.some((mark) => mark.type.name === "softBreak"),
  );
}

function beginsEmpty(item: Node): boolean {
  const [first] = listFilled(item);
  return !first || (isList(first) && beginsEmpty(first.child(0)));
}

export function isList(node: Node): boolean {
  return node.type.name === "bulletList" || node.type.name === "orderedList";
}

/** Nothing while it has no address. */
function writeEmbed({ href, title }: Node["attrs"]): string {
  const words = String(title).replaceAll(/\s+/g, " ").trim() || String(href);
  return href ? `[${escapeText(words)}](${writeAddress(String(href))})` : "";
}

function writeFence(node: Node): string {
  const code = node.textContent;
  const info = String(node.attrs.language ?? "").trim();
  const sign = info.includes("`") ? "~" : "`";
  const runs = [...code.matchAll(/`+|~+/g)].map(([run]) => (run.startsWith(sign) ? run.length : 0));
  const fence = sign.repeat(Math.max(3, 1 + Math.max(0, ...runs)));
  return code === "" ? `${fence}${info}\n${fence}` : `${fence}${info}\n${code}\n${fence}`;
}

function writeTable(table: Node, style: BlockStyle): string {
  const rows = table.children.map((row) => row.children.map((cell) => writeCell(cell, style)));
  const sides = table.child(0).children.map(({ attrs }) => String(attrs.align));
  const rule = sides.map((side) => `${/left|center/.test(side) ? ":" : "-"}-${/right|center/.test(side) ? ":" : "-"}`);
  const width = sides.length;
  const lines = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ""));
  return [lines[0] ?? [], rule, ...lines.slice(1)].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function writeCell(cell: Node, { care }: BlockStyle): string {
  return unescapeStart(writeInline(cell, { care, oneLine: true })).replaceAll("|", String.raw`\|`);
}

function prefix(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, at) => (line === "" ? (at === 0 ? first : others).trimEnd() : (at === 0 ? first : others) + line))
    .join("\n");
}
