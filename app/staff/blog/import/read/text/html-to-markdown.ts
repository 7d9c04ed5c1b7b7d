import { Fragment, type Node, DOMParser as SchemaParser } from "@tiptap/pm/model";
import { createArticleFile } from "../../../editor/markdown/article-file.ts";
import { parseQuietly } from "../../../editor/plugins/clean-paste.ts";
import { articleSchema } from "../../../editor/schema/article-schema.ts";
import type { Losses } from "../losses.ts";
import { fitBlocks } from "./fit-blocks.ts";
import { fitLinks } from "./fit-links.ts";
import { fitMarks } from "./fit-marks.ts";
import { fitPictures } from "./fit-pictures.ts";
import { fitTables } from "./fit-tables.ts";
import { removeActive } from "./remove-active.ts";

export interface TextOptions {
  /** Takes all that the text cannot keep. */
  losses: Losses;
  /** Where a link of the text leads here. Without it, where it led. */
  placeLink?: (href: string) => string;
  /** The address that a picture has here: `element` is its `<img>`. Without it, the one it had. */
  placePicture?: (address: string, element: Element) => string;
}

export interface ReadText {
  markdown: string;
  /** Addresses of its pictures, as a reader of the Markdown finds them; each once. */
  pictures: string[];
  /** Pictures that were in the text itself, by their address. */
  embedded: Map<string, Blob>;
}

/**
 * The HTML of another system as the Markdown that the editor would store. Nothing of it runs, loads or is shown on the
 * way. What an article cannot hold is counted in `losses`; its words stay. Throws RangeError for elements that are nested
 * without end.
 */
export function htmlToMarkdown(html: string, options: TextOptions): ReadText {
  const { body } = parseQuietly(html);
  return bodyToMarkdown(body, options);
}

/** The same for an element of a document that is never shown, whose styles are in `data-look`. It is changed. */
export function bodyToMarkdown(body: Element, options: TextOptions): ReadText {
  const { losses } = options;
  checkDepth(body);
  removeActive(body, losses);
  fitBlocks(body, losses);
  fitMarks(body, losses);
  fitLinks(body, options);
  const embedded = new Map<string, Blob>();
  const addresses = fitPictures(body, options, embedded);
  fitTables(body, losses);
  const words = countLetters(body.textContent ?? "");
  const doc = placePictures(SchemaParser.fromSchema(articleSchema).parse(body), addresses)[0] as Node;
  const missing = words - countLetters(doc.textContent);
  if (missing > 0) losses.add("a letter in a place where an article has no text", missing);
  doc.check();
  const isEmpty = doc.textContent.trim() === "" && !/"(?:figure|image|horizontalRule)"/.test(JSON.stringify(doc));
  const markdown = isEmpty ? "" : createArticleFile(articleSchema).write(doc);
  return { markdown, pictures: [...new Set(addresses)], embedded };
}

/** Elements in elements, more than the most baroque of pages has: a damaged file would keep the browser busy for minutes. */
function checkDepth(body: Element): void {
  const depths = new Map<Element | null, number>();
  for (const element of body.querySelectorAll("*")) {
    const depth = 1 + (depths.get(element.parentElement) ?? 0);
    if (depth > 100) throw new RangeError("Nested too deep");
    depths.set(element, depth);
  }
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/**
 * Gives pictures their addresses: the schema takes those of this site alone, so they had numbers until now. Pictures
 * that are alone in a paragraph become figures.
 */
function placePictures(node: Node, addresses: readonly string[]): Node[] {
  if (node.type.name === "image" || node.type.name === "figure") {
    const src = addresses[Number(String(node.attrs.src).slice(1))] ?? "";
    return [node.type.create({ ...node.attrs, src }, null, node.marks)];
  }
  if (node.isText) return [node];
  const children = node.children.flatMap((child) => placePictures(child, addresses));
  if (node.type.name === "paragraph" && children.some(({ type }) => type.name === "image")) {
    const others = children.filter((child) => !isFiller(child));
    if (others.every(({ type, marks }) => type.name === "image" && marks.length === 0))
      return others.map(({ attrs }) => articleSchema.node("figure", attrs));
  }
  return [node.type.create(node.attrs, Fragment.from(children), node.marks)];
}

/** What may stand beside a picture that is alone in its paragraph. */
function isFiller({ type, text }: Node): boolean {
  return type.name === "hardBreak" || text?.trim() === "";
}
