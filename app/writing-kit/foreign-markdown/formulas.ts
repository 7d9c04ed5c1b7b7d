/** Formulas in TeX: `$a_1$`, `$$…$$`, `\(…\)`, `\[…\]`. No article shows them: they stay as they were typed, and are named. */
import type MarkdownIt from "markdown-it";
import type { StateBlock, StateInline } from "markdown-it";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { lossesOf } from "./foreign-text.ts";

export function useFormulas(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before("escape", "formula", readFormula);
  markdown.block.ruler.before("fence", "formula", readLines, { alt: ["paragraph", "reference", "blockquote", "list"] });
}

/** Letters and digits of writing with blanks between words. */
const letter = /[\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

function readFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const sign = src.charAt(pos);
  if (sign !== "$" && sign !== "\\") return false;
  // "10$" is a price, unless a small sign follows, and two of a sign that escapes are that sign.
  const last = src.charAt(pos - 1);
  const isBehindWord = sign === "$" && letter.test(last);
  if (isBehindWord ? !/[_^]/.test(src.charAt(pos + 1)) : sign === "\\" && last === sign) return false;
  const formula =
    /\$\$([^$]+)\$\$|\$(?![\s$])((?:[^$\\\n]|\\[^\n])+)(?<!\s)\$(?!\d)|\\\(((?:[^\\\n]|\\[^()[\]\n])+)\\\)|\\\[((?:[^\\]|\\[^()[\]])+)\\\]/y;
  formula.lastIndex = pos;
  const [whole, ...parts] = formula.exec(src) ?? [];
  const source = parts.find((part) => part !== undefined);
  if (whole === undefined || source === undefined || formula.lastIndex > posMax) return false;
  if (isBehindWord && !/^[_^](?:\{|\S+$)/.test(source)) return false;
  if (!isTex(source, whole.slice(0, 2), whole.length === posMax)) return false;
  if (!silent) {
    state.push("text", "", 0).content = whole;
    lossesOf(state.env).add("formulas", source);
  }
  state.pos = formula.lastIndex;
  return true;
}

/** False for words: "$5 to 10$", `\(see p. 3\)`, code and links. `isAlone` is true for all of a paragraph. */
function isTex(source: string, start: string, isAlone: boolean): boolean {
  if (/`|\]\((?:[a-z]+:|[/#.])/i.test(source) && !/^`[^`]*`$/.test(source)) return false;
  if (start === "$$") return true;
  const signs = source.replaceAll(/\\[^A-Za-z]/g, "");
  // All writers of Markdown escape brackets so.
  if (start === "\\[") return (isAlone ? /[\\^_=+{}<>]/ : /\\[A-Za-z]{2}|[\^_]\{/).test(signs);
  return /[\\^_=+{}<>]|^[A-Za-z]$/.test(signs);
}

/** A formula of several lines, in which nothing else is read. */
function readLines(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const line = (at: number) =>
    state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]).trimEnd();
  const first = line(startLine);
  if (!first.startsWith("$$") || first.indexOf("$$", 2) !== -1) return false;
  // Lines that are less far in are no longer in the same item of a list.
  const isInside = (at: number) => state.isEmpty(at) || (state.sCount[at] ?? 0) >= state.blkIndent;
  let end = startLine + 1;
  // Another start ends the search: looking for an end from each would take the square of their number.
  while (end < endLine && isInside(end) && !line(end).includes("$$")) end += 1;
  if (end >= endLine || !isInside(end) || !line(end).endsWith("$$")) return false;
  if (silent) return true;
  const lines = Array.from({ length: end - startLine + 1 }, (_, at) => line(startLine + at));
  state.push("html_block", "", 0).content = `<p>${lines.map(escapeHtml).join("<br>")}</p>\n`;
  state.line = end + 1;
  lossesOf(state.env).add("formulas", lines.join(" ").replaceAll("$$", ""));
  return true;
}
