import type { Node } from "@tiptap/pm/model";
import { countWords } from "#shared/insights/article-markdown.ts";

export interface OutlineHeading {
  /** 2 to 6, as readers see it: the page's title is the first, and no level is skipped. */
  level: number;
  text: string;
  /** Where it stands in the document. */
  pos: number;
  /** Which block of the article it is in. */
  index: number;
}

/** Blocks that did not change are the same objects, so each is counted once. */
const counts = new WeakMap<Node, number>();

/** The words of an article, counted as readers' pages do (`listWords` in shared/insights/article-markdown.ts). */
export function countArticleWords(doc: Node): number {
  const mentioned = new Set<string>();
  if (doc.children.some(({ type }) => type.name === "footnote"))
    doc.descendants(({ type, attrs }) => {
      if (type.name === "footnoteReference") mentioned.add(String(attrs.label));
    });
  return doc.children
    .filter(({ type, attrs }) => type.name !== "footnote" || mentioned.has(String(attrs.label)))
    .reduce((sum, block) => sum + countBlock(block), 0);
}

function countBlock(block: Node): number {
  const known = counts.get(block);
  if (known !== undefined) return known;
  const parts: string[] = block.isTextblock ? [readLine(block)] : [String(block.attrs.title ?? "")];
  block.descendants((node) => {
    if (node.isTextblock) parts.push(readLine(node));
    else if (node.type.name === "figure") parts.push(String(node.attrs.title));
    return !node.isTextblock;
  });
  const count = countWords(parts.join("\n"));
  counts.set(block, count);
  return count;
}

function readLine(block: Node): string {
  return block.children
    .map(({ type, text, attrs }) => {
      if (type.name === "hardBreak") return " ";
      return type.name === "inlineNote" ? `\n${String(attrs.content)}\n` : (text ?? "");
    })
    .join("");
}

export function listHeadings(doc: Node): OutlineHeading[] {
  const headings: OutlineHeading[] = [];
  let last = 1;
  doc.forEach((node, pos, index) => {
    if (node.type.name !== "heading") return;
    last = Math.max(2, Math.min(Number(node.attrs.level), last + 1));
    headings.push({ level: last, text: node.textContent, pos, index });
  });
  return headings;
}
