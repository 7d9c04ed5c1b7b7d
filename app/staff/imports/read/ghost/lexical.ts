import { escapeHtml } from "#shared/text/escape-html.ts";
import type { Losses } from "#shared/insights/losses.ts";
import { isCard, writeCard } from "./cards.ts";

/** A node of Ghost's editor; what is in it depends on its type. */
type LexicalNode = Readonly<Record<string, unknown>>;

/** Bits of `format`. */
const formats: readonly (readonly [number, string])[] = [
  [16, "code"],
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];
const deepest = 60;

/** A document of Ghost 5, `{ root: { children: […] } }`, as HTML. Throws SyntaxError for what is none. */
export function lexicalToHtml(document: unknown, losses: Losses): string {
  const root = (document as { root?: LexicalNode } | null)?.root;
  if (typeof root !== "object" || root === null) throw new SyntaxError("no root");
  return writeChildren(root, losses, 0);
}

function writeChildren(node: LexicalNode, losses: Losses, depth: number): string {
  const children = Array.isArray(node.children) ? (node.children as unknown[]) : [];
  if (depth > deepest) {
    losses.add("other", "a part that is nested without end");
    return "";
  }
  return children
    .filter((child): child is LexicalNode => typeof child === "object" && child !== null)
    .map((child) => writeNode(child, losses, depth + 1))
    .join("");
}

function writeNode(node: LexicalNode, losses: Losses, depth: number): string {
  const type = String(node.type ?? "").replace(/^extended-/, "");
  const inner = () => writeChildren(node, losses, depth);
  const wrap = (name: string) => `<${name}>${inner()}</${name}>`;
  switch (type) {
    case "text":
    case "tk":
      return writeText(node);
    case "linebreak":
      return "<br>";
    case "tab":
      return " ";
    case "paragraph":
      return wrap("p");
    case "heading":
      return wrap(/^h[1-6]$/.test(String(node.tag)) ? String(node.tag) : "h2");
    case "quote":
      return wrap("blockquote");
    case "aside":
      return `<div data-import="pull"><p>${inner()}</p></div>`;
    case "link":
    case "autolink":
    case "at-link":
      return `<a href="${escapeHtml(String(node.url ?? ""))}">${inner()}</a>`;
    case "list":
      return node.listType === "number"
        ? `<ol start="${Number(node.start) || 1}">${inner()}</ol>`
        : `<ul>${inner()}</ul>`;
    case "listitem":
      return writeItem(node, inner());
    case "code":
      return `<pre><code>${inner()}</code></pre>`;
    default:
      if (isCard(type)) return writeCard(type, node, losses);
      losses.add("other", `the card “${type.slice(0, 40)}”${Array.isArray(node.children) ? ": its text is kept" : ""}`);
      return inner();
  }
}

/** A list in a list is in an item of its own, which has no text: it belongs to the item before. */
function writeItem(node: LexicalNode, inner: string): string {
  const [only, ...others] = Array.isArray(node.children) ? (node.children as ({ type?: unknown } | null)[]) : [];
  if (only?.type === "list" && others.length === 0) return inner;
  const box = typeof node.checked === "boolean" ? (node.checked ? "☑ " : "☐ ") : "";
  return `<li>${box}${inner}</li>`;
}

function writeText(node: LexicalNode): string {
  const format = Number(node.format) || 0;
  const text = escapeHtml(String(node.text ?? ""));
  return formats
    .filter(([bit]) => (format & bit) !== 0)
    .reduce((inner, [, name]) => `<${name}>${inner}</${name}>`, text);
}
