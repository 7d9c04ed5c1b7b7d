import { Fragment, type Mark, type Node, type Schema } from "@tiptap/pm/model";
import { findEmbed } from "#shared/insights/article-embeds.ts";

/** What a line of text is made of before its blanks are settled. */
export type Piece = { text: string; marks: readonly Mark[] } | { node: Node };

interface Blank {
  marks: readonly Mark[];
  /** True for exactly one no-break space, which was meant. */
  isHard: boolean;
}

/**
 * The nodes of one line. Blanks become one space each, as browsers show them, and none at the ends; a no-break space
 * stays where it stands alone between two words. Breaks stay between words.
 */
export function closeLine(pieces: readonly Piece[], schema: Schema): Node[] {
  const nodes: Node[] = [];
  let blank = null as Blank | null;
  let breaks: Node[] = [];
  let isStart = true;
  const settle = () => {
    if (breaks.length > 0) nodes.push(...(isStart ? [] : breaks));
    else if (blank && !isStart) addText(nodes, schema, blank.isHard ? "\u00a0" : " ", blank.marks);
    blank = null;
    breaks = [];
    isStart = false;
  };
  for (const piece of pieces) {
    if ("node" in piece) {
      if (piece.node.type.name === "hardBreak") breaks.push(piece.node);
      else {
        settle();
        nodes.push(piece.node);
      }
      continue;
    }
    const { marks } = piece;
    for (const [part] of piece.text.matchAll(/[\s\u00a0\u200b\ufeff]+|[^\s\u00a0\u200b\ufeff]+/g)) {
      if (/^[^\s\u00a0\u200b\ufeff]/.test(part)) {
        settle();
        addText(nodes, schema, part, marks);
        continue;
      }
      const shown = part.replaceAll(/[\u200b\ufeff]/g, "");
      // A sign of no width parts no words.
      if (shown === "") continue;
      blank = { marks: blank?.marks ?? marks, isHard: blank === null && shown === "\u00a0" };
    }
  }
  return nodes;
}

function addText(nodes: Node[], schema: Schema, text: string, marks: readonly Mark[]): void {
  const last = nodes.at(-1);
  const node = schema.text(text, marks);
  if (last?.isText && last.sameMarkup(node)) pending(nodes, last, text);
  else nodes.push(node);
}

function pending(nodes: Node[], last: Node, text: string): void {
  nodes[nodes.length - 1] = last.type.schema.text((last.text ?? "") + text, last.marks);
}

/** Cuts a paragraph where two breaks or more stand together. */
export function splitAtBreaks(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = [[]];
  let breaks: Piece[] = [];
  for (const piece of pieces) {
    if ("node" in piece && piece.node.type.name === "hardBreak") {
      breaks.push(piece);
      continue;
    }
    if ("text" in piece && breaks.length > 0 && piece.text.trim() === "") continue;
    if (breaks.length > 1) parts.push([]);
    else parts.at(-1)?.push(...breaks);
    breaks = [];
    parts.at(-1)?.push(piece);
  }
  return parts;
}

/** A heading is bold by itself: where all of it says so again, that is left out. */
export function dropWholeBold(nodes: readonly Node[]): Node[] {
  if (!nodes.every((node) => !node.isText || node.text?.trim() === "" || isBold(node))) return [...nodes];
  return nodes.map((node) => node.mark(node.marks.filter(({ type }) => type.name !== "bold")));
}

function isBold({ marks }: Node): boolean {
  return marks.some(({ type }) => type.name === "bold");
}

/** A paragraph; or figures, where pictures stand alone; or a video, where a link to it does. */
export function makeParagraphs(
  line: readonly Node[],
  { schema, isOutermost }: { schema: Schema; isOutermost: boolean },
): Node[] {
  if (line.length === 0) return [];
  const shown = line.filter((node) => node.type.name !== "hardBreak" && node.text?.trim() !== "");
  if (shown.length > 0 && shown.every(({ type, marks }) => type.name === "image" && marks.length === 0))
    return shown.map(({ attrs }) => schema.node("figure", attrs));
  const [only, ...others] = line;
  const [mark, ...more] = only?.marks ?? [];
  const isLink = others.length === 0 && only?.isText && mark?.type.name === "link" && more.length === 0;
  if (isLink && isOutermost && mark.attrs.title === null && findEmbed(String(mark.attrs.href)))
    return [schema.node("embed", { href: mark.attrs.href, title: only.text === mark.attrs.href ? "" : only.text })];
  return [schema.node("paragraph", null, Fragment.from(line))];
}
