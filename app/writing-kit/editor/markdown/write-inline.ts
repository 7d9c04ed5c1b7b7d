import type { Mark, Node } from "@tiptap/pm/model";
import { encodeCharacter, escapeLine, escapeText, escapeTitle, writeAddress, writeCode } from "./escape.ts";

/** A piece of text, or a node in it, with what is around it. */
interface Piece {
  node: Node;
  text: string;
  marks: readonly Mark[];
}

/**
 * Which letters next to signs of emphasis are written as numbers (`&#97;`): ugly, but a sign is then read as meant wherever
 * it stands. "signs" does so where the rules of Markdown for a sign beside punctuation in the middle of a word ask for it,
 * "all" at each sign.
 */
export type Care = "none" | "signs" | "all";

export interface InlineStyle {
  care: Care;
  /** What a line end of the source or a break becomes where the block is one line: null keeps both. */
  oneLine: boolean;
}

/** The outermost mark first, where several begin and end at the same places. */
const order = ["link", "italic", "bold", "strike", "superscript", "subscript"];
const signs: Record<string, string> = { bold: "**", italic: "*", strike: "~~", superscript: "^", subscript: "~" };
/** These are innermost: nothing but text is in them. */
const scripts = new Set(["superscript", "subscript"]);

/** The Markdown of a block's text. */
export function writeInline(block: Node, style: InlineStyle): string {
  const pieces: Piece[] = [];
  block.forEach((node) => pieces.push({ node, text: node.text ?? "", marks: node.marks }));
  const text = writePieces(pieces, [], style)
    .split("\n")
    .map((line) => line.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, ""))
    .join("\n");
  const start = /^\n*/.exec(text)?.[0].length ?? 0;
  return text
    .slice(start, findEnd(text, start, /[ \t\n]/))
    .split("\n")
    .map(escapeLine)
    .join("\n");
}

/** Where a text ends without the blanks and line ends behind it, those that are written out as `\` among them. */
function findEnd(text: string, start: number, blank: RegExp): number {
  let end = text.length;
  while (end > start && (blank.test(text.charAt(end - 1)) || text.slice(end - 1, end + 1) === "\\\n")) end -= 1;
  return end;
}

function writePieces(pieces: readonly Piece[], around: readonly string[], style: InlineStyle): string {
  const texts: string[] = [];
  for (let at = 0; at < pieces.length;) {
    const run = findRun(pieces, at, around);
    const end = run?.end ?? at + 1;
    texts.push(
      run
        ? wrap(run.mark, pieces.slice(at, end), [...around, run.mark.type.name], style)
        : writePiece(pieces[at] as Piece, style, pieces.length > 1 || around.length > 0),
    );
    at = end;
  }
  return style.care === "signs" ? joinAtSigns(texts) : texts.join("");
}

const openSign = /^[*_~]+(?=(.))/u;
const closeSign = /([^*_~])[*_~]+$/u;
const isLetter = (sign: string) => /[^\s\p{P}\p{S}]/u.test(sign);

/** More letters than a sign of emphasis has, with one before it. */
const longestEnd = 12;

/** Joins texts. Their end is stored apart from the rest: to look at the end of one growing text copies all of it. */
function joinAtSigns(texts: readonly string[]): string {
  const parts: string[] = [];
  let end = "";
  for (const next of texts) {
    const joined = joinAtSign(end, next);
    parts.push(joined.slice(0, -longestEnd));
    end = joined.slice(-longestEnd);
  }
  return parts.join("") + end;
}

/**
 * Joins two texts. A sign of emphasis with punctuation inside of it and a letter outside would be a plain character: the
 * letter is written as its number, which ends and begins with punctuation. So it is with an underline beside any letter.
 */
function joinAtSign(before: string, after: string): string {
  const [first = "", last = ""] = [/^./su.exec(after)?.[0], /.$/su.exec(before)?.[0]];
  const [opening, inner = ""] = openSign.exec(after) ?? [];
  if (opening !== undefined && isLetter(last) && (opening.includes("_") || !isLetter(inner)))
    return before.slice(0, before.length - last.length) + encodeCharacter(last) + after;
  const [closing, ending = ""] = closeSign.exec(before) ?? [];
  if (closing !== undefined && isLetter(first) && (closing.includes("_") || !isLetter(ending)))
    return before + encodeCharacter(first) + after.slice(first.length);
  return before + after;
}

/** The mark at `at` that goes on for longest, and where it ends. */
function findRun(pieces: readonly Piece[], at: number, around: readonly string[]) {
  const open = (pieces[at]?.marks ?? []).filter(({ type }) => order.includes(type.name) && !around.includes(type.name));
  const wraps = open.filter(({ type }) => !scripts.has(type.name));
  const runs = (wraps.length > 0 ? wraps : open).flatMap((mark) => {
    const goesOn = (piece: Piece) => mark.isInSet(piece.marks) && isWritten(mark, piece.node);
    let end = at;
    while (end < pieces.length && goesOn(pieces[end] as Piece)) end += 1;
    return end > at ? [{ mark, end }] : [];
  });
  return runs.toSorted((a, b) => b.end - a.end || rankMark(a.mark) - rankMark(b.mark))[0];
}

/** Whether a mark around a node is written: one of superscript or subscript around text alone. */
export function isWritten({ type }: Mark, { isText, text = "" }: Node): boolean {
  return !scripts.has(type.name) || (isText && text.trim() !== "");
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
  const start = text.length - text.trimStart().length;
  const end = findEnd(text, start, /\s/);
  const [before, words, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const sign = style.care === "all" && name === "italic" ? "_" : signs[name];
  if (words === "") return text;
  const isOuterScript = scripts.has(name) && around.filter((one) => scripts.has(one)).length === 1;
  const escaped = isOuterScript ? words.replaceAll(/[ \t\n]/g, String.raw`\ `) : words;
  return `${before}${sign}${escaped}${sign}${after}`;
}

function writePiece({ node, text, marks }: Piece, style: InlineStyle, hasNeighbours: boolean): string {
  switch (node.type.name) {
    case "text": {
      if (marks.some(({ type }) => type.name === "softBreak") && text === " ") return style.oneLine ? " " : "\n";
      if (marks.some(({ type }) => type.name === "code")) return writeCode(text);
      if (marks.some(({ type }) => scripts.has(type.name))) return escapeText(text, true);
      if (style.care !== "all" || !hasNeighbours) return escapeText(text, style.care === "all");
      const start = text.length - text.trimStart().length;
      const [first = "", ...middle] = text.trim();
      const last = middle.pop() ?? "";
      return (
        escapeText(text.slice(0, start)) +
        encodeCharacter(first) +
        escapeText(middle.join(""), true) +
        encodeCharacter(last) +
        escapeText(text.slice(start + text.trim().length))
      );
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
