import type { Mark, Node } from "@tiptap/pm/model";
import { encodeCharacter, escapeLine, escapeText, escapeTitle, writeAddress, writeCode } from "./escape.ts";

/** A piece of text, or a node in it, with what is around it. */
interface Piece {
  node: Node;
  text: string;
  marks: readonly Mark[];
}

export interface InlineStyle {
  /**
   * Writes the letters next to signs of emphasis as numbers (`&#97;`): ugly, but a sign is then read as meant wherever it
   * stands, also in the middle of a word.
   */
  isCareful: boolean;
  /** What a line end of the source or a break becomes where the block is one line: null keeps both. */
  oneLine: boolean;
}

/** The outermost mark first, where several begin and end at the same places. */
const order = ["link", "italic", "bold", "strike"];
const signs: Record<string, string> = { bold: "**", italic: "*", strike: "~~" };

/** The Markdown of a block's text. */
export function writeInline(block: Node, style: InlineStyle): string {
  const pieces: Piece[] = [];
  block.forEach((node) => pieces.push({ node, text: node.text ?? "", marks: node.marks }));
  const lines = writePieces(pieces, [], style)
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/^[ \t\n]+/, "")
    .replace(/(?:\\?\n|[ \t])+$/, "")
    .split("\n");
  return lines.map(escapeLine).join("\n");
}

function writePieces(pieces: readonly Piece[], around: readonly string[], style: InlineStyle): string {
  let written = "";
  for (let at = 0; at < pieces.length;) {
    const run = findRun(pieces, at, around);
    if (!run) {
      written += writePiece(pieces[at] as Piece, style, pieces.length > 1 || around.length > 0);
      at += 1;
      continue;
    }
    const inner = pieces.slice(at, run.end);
    written += wrap(run.mark, inner, [...around, run.mark.type.name], style);
    at = run.end;
  }
  return written;
}

/** The mark at `at` that goes on for longest, and where it ends. */
function findRun(pieces: readonly Piece[], at: number, around: readonly string[]) {
  const open = (pieces[at]?.marks ?? []).filter(({ type }) => order.includes(type.name) && !around.includes(type.name));
  const runs = open.map((mark) => {
    let end = at + 1;
    while (end < pieces.length && mark.isInSet(pieces[end]?.marks ?? [])) end += 1;
    return { mark, end };
  });
  return runs.toSorted((a, b) => b.end - a.end || rankMark(a.mark) - rankMark(b.mark))[0];
}

function rankMark({ type }: Mark): number {
  return order.indexOf(type.name);
}

function wrap(mark: Mark, inner: readonly Piece[], around: readonly string[], style: InlineStyle): string {
  const name = mark.type.name;
  const text = writePieces(inner, around, style);
  if (name === "link") {
    const title = mark.attrs.title ? ` "${escapeTitle(String(mark.attrs.title))}"` : "";
    return `[${text}](${writeAddress(String(mark.attrs.href))}${title})`;
  }
  // A sign of emphasis next to a space would be a plain character.
  const [, before = "", words = "", after = ""] = /^(\s*)([^]*?)((?:\\?\n|\s)*)$/.exec(text) ?? [];
  const sign = style.isCareful && name === "italic" ? "_" : signs[name];
  return words === "" ? text : `${before}${sign}${words}${sign}${after}`;
}

function writePiece({ node, text, marks }: Piece, style: InlineStyle, hasNeighbours: boolean): string {
  switch (node.type.name) {
    case "text": {
      if (marks.some(({ type }) => type.name === "softBreak") && text === " ") return style.oneLine ? " " : "\n";
      if (marks.some(({ type }) => type.name === "code")) return writeCode(text);
      if (!style.isCareful || !hasNeighbours) return escapeText(text);
      const [, room = "", first = "", middle = "", last = "", end = ""] =
        /^(\s*)(\S?)([^]*?)(\S?)(\s*)$/u.exec(text) ?? [];
      return escapeText(room) + encodeCharacter(first) + escapeText(middle) + encodeCharacter(last) + escapeText(end);
    }
    case "hardBreak":
      return style.oneLine ? " " : "\\\n";
    case "image":
      return writePicture(node.attrs);
    case "footnoteReference":
      return `[^${String(node.attrs.label)}]`;
    case "inlineNote":
      return `^[${String(node.attrs.content)}]`;
    default:
      return escapeText(node.textContent);
  }
}

/** The Markdown of a picture with these attributes. */
export function writePicture({ src, alt, title }: Node["attrs"]): string {
  const caption = title ? ` "${escapeTitle(String(title))}"` : "";
  return `![${escapeText(String(alt))}](${writeAddress(String(src))}${caption})`;
}
