/** Two comparisons of articles: by their meaning, or exactly. */
import type { Node } from "@tiptap/pm/model";
import type { Token } from "markdown-it";
import { type ArticleParts, createArticleMarkdown, readText } from "#shared/insights/article-markdown.ts";
import { isList, isTight, listFilled } from "./write-block.ts";
import { isWritten } from "./write-inline.ts";

const markdown = createArticleMarkdown();

/**
 * All that the renderer is handed for a source (worker/insights/render-markdown.ts), as text: sources of the same
 * description have the same HTML. Which of two marks around the same words is the outer one does not count.
 */
export function describeReading(source: string): string {
  const article: ArticleParts = { contents: [], ids: new Map() };
  return JSON.stringify(markdown.parse(source, { article }).map(describeToken));
}

function describeToken(token: Token): unknown {
  if (token.type === "inline") return describeChildren(token.children ?? []);
  const type = token.type === "code_block" ? "fence" : token.type;
  const info = type === "fence" ? token.info.trim() : "";
  return [type, token.tag, token.attrs, token.content, info, token.meta, token.hidden];
}

function describeChildren(children: readonly Token[]): unknown[] {
  const pieces: { content: string; marks: string }[] = [];
  const marks: string[] = [];
  for (const token of children) {
    const kind = token.type.replace(/_(open|close)$/, "");
    if (token.nesting === 1) marks.push(JSON.stringify([kind, token.attrs]));
    else if (token.nesting === -1) marks.pop();
    else {
      const isText = token.type === "text";
      const picture = token.type === "image" ? [token.attrGet("src"), token.attrGet("title"), readText(token)] : null;
      const content = isText ? token.content : JSON.stringify([token.type, picture ?? token.content, token.meta]);
      const around = JSON.stringify([isText, marks.toSorted()]);
      const last = pieces.at(-1);
      if (isText && last?.marks === around) last.content += content;
      else if (content !== "") pieces.push({ content, marks: around });
    }
  }
  return pieces;
}

/** What a block says, as text, without what Markdown has no words for: empty paragraphs, emphasis of a space. */
export function describeBlock(node: Node): string {
  return JSON.stringify(describeNode(node));
}

function describeNode(node: Node, isInTight = false): unknown {
  const { name } = node.type;
  const isTightList = isList(node) && isTight(node);
  const attrs = isList(node) ? { ...node.attrs, tight: isTightList } : node.attrs;
  if (name === "codeBlock") return [name, String(attrs.language ?? "").trim(), node.textContent];
  if (name === "noteTitle") return node.textContent.replaceAll(/\s+/g, " ").trim();
  // In a list without blank lines a picture that stands alone is text.
  if (name === "figure" && isInTight && !attrs.width) return describeNode(toParagraph(node));
  if (node.isTextblock) return [name, attrs, describeText(node)];
  const isInside = isTightList || (isInTight && name === "listItem");
  return [name, attrs, listFilled(node).map((child) => describeNode(child, isInside))];
}

function toParagraph({ type, attrs: { src, alt, title } }: Node): Node {
  return type.schema.node("paragraph", null, type.schema.node("image", { src, alt, title }));
}

interface Piece {
  text: string;
  marks: string;
}

/** Spaces at the ends of lines do not count, nor how many there are in a row, nor whether they are bold. */
function describeText(block: Node): Piece[] {
  const isOneLine = block.type.name.startsWith("table") || (block.type.name === "heading" && block.attrs.level > 2);
  // Not one growing text for all of the same marks: to look at its end copies all of it.
  const pieces: Piece[] = [];
  const add = (text: string, marks: string) => pieces.push({ text, marks });
  const dropSpaces = (spaces: readonly string[]) => {
    for (let last = pieces.at(-1); last && spaces.includes(last.text) && !isCode(last); last = pieces.at(-1))
      pieces.pop();
  };
  for (const node of block.children) {
    const name = (kinds: RegExp) => describeMarks(node, kinds);
    const isBreak = node.type.name === "hardBreak";
    if (isBreak && !isOneLine) {
      dropSpaces([" "]);
      add("\n", "");
    } else if (!node.isText && !isBreak) add(JSON.stringify([node.type.name, node.attrs]), name(/./));
    else if (name(/^code$/) !== "") add(node.text ?? "", `code ${name(/./)}`);
    else
      for (const [part] of (node.text ?? " ").matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
        const isSpace = /^[ \t\n]/.test(part);
        if (!isSpace) add(part, name(/./));
        else if (![undefined, " ", "\n"].includes(pieces.at(-1)?.text.at(-1))) add(" ", name(/^link$/));
      }
  }
  dropSpaces([" ", "\n"]);
  return joinPieces(pieces);
}

function isCode({ marks }: Piece): boolean {
  return marks.startsWith("code ");
}

/** Pieces of the same marks, one after the other, are one. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { text, marks } of pieces) {
    const last = joined.at(-1);
    if (last?.marks === marks) last.text += text;
    else joined.push({ text, marks });
  }
  return joined;
}

function describeMarks(node: Node, kinds: RegExp): string {
  return node.marks
    .filter((mark) => mark.type.name !== "softBreak" && kinds.test(mark.type.name) && isWritten(mark, node))
    .map(({ type, attrs }) => JSON.stringify([type.name, attrs]))
    .join(" ");
}
