/**
 * Boxes with a note, as systems write them: `!!! note "Title"` with lines that are set in, code of the language `{note}`, and
 * quotes that begin with `[!TIP]`. Those between colons are in colon-boxes.ts.
 */
import type MarkdownIt from "markdown-it";
import type { StateBlock, StateCore, Token } from "markdown-it";
import { nameCells } from "./tables.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";

const kinds = new Set(
  "note tip info warning danger caution important error hint success attention abstract summary example question bug quote seealso admonition callout notice alert".split(
    " ",
  ),
);

/** True for a name that systems give to boxes with a note. */
export function isBox(name: string): boolean {
  return kinds.has(name.toLowerCase());
}

/** The start of a box, for the sieve. Its end is `</div>`. */
export function openBox(kind: string, title = ""): string {
  const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  return `<div data-import="note" data-title="${escapeHtml(name)}">\n`;
}

export function useBoxes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.before("blocks", "callouts", nameCallouts);
  markdown.block.ruler.before("fence", "admonition", readAdmonition, { alt: ["paragraph", "reference", "blockquote"] });
  markdown.core.ruler.after("block", "fenced_boxes", (state) => {
    state.tokens = openFences(state, state.tokens);
  });
  Object.assign(markdown.renderer.rules, { box_open: writeContent, box_close: writeContent });
}

function writeContent(tokens: readonly Token[], at: number): string {
  return tokens[at]?.content ?? "";
}

/** What stands behind `:::`, such as `warning Title`, `note[Title]`, `{.callout-tip title="Title"}` or `{note} Title`. */
export function readHead(given: string): { name: string; title: string } {
  const [whole = "", name = ""] = /^\s*(?:\{\s*)?\.?(?:callout-)?([A-Za-z][\w-]*)/.exec(given) ?? [];
  const rest = given.slice(whole.length);
  const quoted = /(?:\btitle=|^\s*)"([^"]*)"/.exec(rest)?.[1] ?? /^\[([^]*)\]\s*(?:\{[^{}]*\})?$/.exec(rest)?.[1];
  const plain = (whole.includes("{") ? rest.replace(/^[^{}]*\}/, "") : rest).trim();
  return { name, title: quoted ?? (/^\s*\{|\w="/.test(rest) ? "" : plain) };
}

/** `> [!TIP]` of GitHub and `> [!info]- Title` of Obsidian are our own kind of note. */
function nameCallouts(state: StateCore): void {
  for (const [at, open] of state.tokens.entries()) {
    const inline = state.tokens[at + 2];
    if (open.type !== "blockquote_open" || inline?.type !== "inline") continue;
    const [whole, kind = "", title = ""] = /^\[!([A-Za-z][\w-]*)\][+-]?[ \t]*([^\n]*)/.exec(inline.content) ?? [];
    if (whole === undefined || kind === "pull") continue;
    const name = title || (kind === "note" ? "" : kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase());
    inline.content = `[!note]${name && ` ${name}`}${inline.content.slice(whole.length)}`;
  }
}

/** `!!! note "Title"` of MkDocs, and `??? note` for one that is closed at first. */
function readAdmonition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, tShift, eMarks, sCount, blkIndent } = state;
  const at = (bMarks[startLine] ?? 0) + (tShift[startLine] ?? 0);
  if (!src.startsWith("!!!", at) && !src.startsWith("???", at)) return false;
  const head = /^(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+(?:inline|end))*(?:[ \t]+"([^"]*)")?[ \t]*$/.exec(
    src.slice(at, eMarks[startLine]),
  );
  // Other words behind such signs are a sentence.
  if (!head || (head[2] === undefined && !isBox(head[1] ?? ""))) return false;
  if ((sCount[startLine] ?? 0) - blkIndent >= 4) return false;
  if (silent) return true;
  let to = startLine + 1;
  while (to < endLine && (state.isEmpty(to) || (sCount[to] ?? 0) - blkIndent >= 4)) to += 1;
  fillBox(state, { open: openBox(head[1] ?? "", head[2]), from: startLine + 1, to, indent: 4 });
  state.line = to;
  return true;
}

/** A box with the lines from `from` to before `to`, which are set in by `indent` more. */
export function fillBox(
  state: StateBlock,
  { open, from, to, indent = 0 }: { open: string; from: number; to: number; indent?: number },
): void {
  const { blkIndent, lineMax, parentType } = state;
  state.push("box_open", "div", 1).content = open;
  state.blkIndent += indent;
  state.lineMax = to;
  state.md.block.tokenize(state, from, to);
  Object.assign(state, { blkIndent, lineMax, parentType });
  state.push("box_close", "div", -1).content = "</div>\n";
}

function nameFence({ type, info }: Token): string {
  return type === "fence" ? (/^\s*\{([\w-]+)\}/.exec(info)?.[1] ?? "") : "";
}

/** Code of the language `{note}` is Markdown in a box, in MyST and its kin; so is such code in it. */
function openFences(state: StateCore, tokens: Token[], depth = 0): Token[] {
  if (depth === 8 || !tokens.some((token) => isBox(nameFence(token)))) return tokens;
  return tokens.flatMap((token) => {
    const kind = nameFence(token);
    if (!isBox(kind)) return [token];
    const inner: Token[] = [];
    state.md.block.parse(token.content, state.md, state.env, inner);
    nameCells(inner, token.content, state.env);
    const [open, close] = [new state.Token("box_open", "div", 1), new state.Token("box_close", "div", -1)];
    open.content = openBox(kind, readHead(token.info).title);
    close.content = "</div>\n";
    return [open, ...openFences(state, inner, depth + 1), close];
  });
}
