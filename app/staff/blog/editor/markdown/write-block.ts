import type { Node } from "@tiptap/pm/model";
import { escapeText, writeAddress } from "./escape.ts";
import { writeInline, writePicture } from "./write-inline.ts";

export interface BlockStyle {
  /** See InlineStyle. */
  isCareful: boolean;
  /** The other mark, for a list right after a list of its kind, which would be one list with it. */
  isOtherList?: boolean;
}

/** The Markdown of one block, without a line end. An empty paragraph is nothing. */
export function writeBlock(node: Node, style: BlockStyle): string {
  const { attrs } = node;
  const inline = (oneLine: boolean) => writeInline(node, { isCareful: style.isCareful, oneLine });
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
      return "---";
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
  let last: Node | null = null;
  parent.forEach((child, _offset, at) => {
    if (at < from) return;
    const isOtherList = last?.type === child.type && !style.isOtherList;
    const text = writeBlock(child, { ...style, isOtherList: isList(child) && isOtherList });
    if (text === "") return;
    parts.push(text);
    last = child;
  });
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
    // Three lines of another kind: `- ---` would be a line across the page.
    const text = writeBlocks(item, { isCareful: style.isCareful }, between).replace(/^---$/, "___");
    items.push(text === "" ? mark : prefix(text, `${mark} `, " ".repeat(mark.length + 1)));
  });
  return items.join(between);
}

/**
 * Whether a list can be tight: no blank line in it. Two paragraphs need one, and so does a list after a paragraph that
 * could not interrupt it.
 */
export function isTight(list: Node): boolean {
  if (list.attrs.tight !== true) return false;
  for (const item of list.children)
    for (const [at, child] of item.children.entries()) {
      const next = item.maybeChild(at + 1);
      if (child.type.name === "figure") return false;
      if (child.type.name !== "paragraph" || child.childCount === 0 || !next) continue;
      const isLoose =
        next.type.name === "paragraph" ||
        next.type.name === "table" ||
        (isList(next) && isEmptyItem(next.child(0))) ||
        (next.type.name === "orderedList" && Number(next.attrs.start ?? 1) !== 1);
      if (isLoose) return false;
    }
  return true;
}

function isEmptyItem(item: Node): boolean {
  return item.child(0).type.name === "paragraph" && item.child(0).childCount === 0;
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

function writeCell(cell: Node, { isCareful }: BlockStyle): string {
  return unescapeStart(writeInline(cell, { isCareful, oneLine: true })).replaceAll("|", String.raw`\|`);
}

function prefix(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, at) => (line === "" ? (at === 0 ? first : others).trimEnd() : (at === 0 ? first : others) + line))
    .join("\n");
}
