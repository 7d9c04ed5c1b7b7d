/** Two ways to tell whether two articles say the same. */
import type { Node } from "@tiptap/pm/model";
import type { Token } from "markdown-it";
import { type ArticleParts, createArticleMarkdown, readText } from "#app/shared/article-markdown.ts";
import { isTight } from "./write-block.ts";

const markdown = createArticleMarkdown();

/**
 * All that the renderer is handed for a source (worker/insights/render-markdown.ts), as text: sources of the same
 * description have the same HTML. Which of two marks around the same words is the outer one does not count.
 */
export function describeReading(source: string): string {
  const article: ArticleParts = { contents: [], ids: new Set() };
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

function describeNode(node: Node): unknown {
  const attrs = "tight" in node.attrs ? { ...node.attrs, tight: isTight(node) } : node.attrs;
  if (node.type.name === "codeBlock") return [node.type.name, String(attrs.language ?? "").trim(), node.textContent];
  if (node.type.name === "noteTitle") return node.textContent.replaceAll(/\s+/g, " ").trim();
  if (node.isTextblock) return [node.type.name, attrs, describeText(node)];
  const children = node.children.filter(({ type, childCount }) => type.name !== "paragraph" || childCount > 0);
  return [node.type.name, attrs, children.map(describeNode)];
}

/** Spaces at the ends of lines do not count, nor how many there are in a row, nor whether they are bold. */
function describeText(block: Node): unknown[] {
  const isOneLine = block.type.name.startsWith("table") || (block.type.name === "heading" && block.attrs.level > 2);
  const pieces: { text: string; marks: string }[] = [];
  const add = (text: string, marks: string) => {
    const last = pieces.at(-1);
    if (last?.marks === marks) last.text += text;
    else pieces.push({ text, marks });
  };
  const dropSpaces = (ending: RegExp) => {
    for (let last = pieces.at(-1); last && ending.test(last.text) && last.marks !== "code"; last = pieces.at(-1)) {
      last.text = last.text.replace(ending, "");
      if (last.text !== "") break;
      pieces.pop();
    }
  };
  for (const node of block.children) {
    const name = (kinds: RegExp) => describeMarks(node, kinds);
    const isBreak = node.type.name === "hardBreak";
    if (isBreak && !isOneLine) {
      dropSpaces(/ $/);
      add("\n", "");
    } else if (!node.isText && !isBreak) add(JSON.stringify([node.type.name, node.attrs]), name(/./));
    else if (name(/^code$/) !== "") add(node.text ?? "", `code ${name(/./)}`);
    else
      for (const [part] of (node.text ?? " ").matchAll(/[ \t\n]+|[^ \t\n]+/g)) {
        const isSpace = /^[ \t\n]/.test(part);
        if (!isSpace) add(part, name(/./));
        else if (pieces.length > 0 && !/[ \n]$/.test(pieces.at(-1)?.text ?? "")) add(" ", name(/^link$/));
      }
  }
  dropSpaces(/[ \n]+$/);
  return pieces;
}

function describeMarks({ marks }: Node, kinds: RegExp): string {
  return marks
    .filter(({ type }) => type.name !== "softBreak" && kinds.test(type.name))
    .map(({ type, attrs }) => JSON.stringify([type.name, attrs]))
    .join(" ");
}
