/** Superscript and subscript in articles, as Pandoc writes them: `10^6^`, `H~2~O`, with a space as `^a\ b^`. */
import type MarkdownIt from "markdown-it";
import type { StateInline } from "markdown-it";

/** Adds both to a reader that knows notes in the middle of the text. */
export function useScripts(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before("strikethrough", "subscript", (state, silent) => readScript(state, silent, "~"));
  markdown.inline.ruler.after("footnote_inline", "superscript", (state, silent) => readScript(state, silent, "^"));
}

/**
 * Text between two signs without a space between them. Two tildes are a strikethrough, three are one and a subscript, and
 * `^[` begins a note. A reading stops at the next sign, so that signs without a partner cost no more than one look at each
 * character.
 */
function readScript(state: StateInline, silent: boolean, sign: "^" | "~"): boolean {
  const { pos, src } = state;
  if (src.charAt(pos) !== sign) return false;
  const run = sign === "~" ? state.scanDelims(pos, true) : { length: 1 };
  if (run.length !== 1 && run.length !== 3) return false;
  // The rest of a run, which the rule of its first sign has read; an escaped sign is a letter.
  if (sign === "~" && src[pos - 1] === "~" && src[pos - 2] !== "\\") return false;
  const start = pos + run.length;
  const end = findEnd(state, start, sign);
  if (end < 0) return false;
  if (!silent) {
    if (run.length === 3) pushStrike(state, run as ReturnType<StateInline["scanDelims"]>);
    readBetween(state, { start, end, tag: sign === "^" ? "sup" : "sub" });
  }
  state.pos = end + 1;
  return true;
}

function readBetween(state: StateInline, { start, end, tag }: { start: number; end: number; tag: string }): void {
  const limit = state.posMax;
  state.push(`${tag}_open`, tag, 1);
  const first = state.tokens.length;
  state.pos = start;
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.posMax = limit;
  // The sign before a space is a token of its own.
  for (const token of state.tokens.slice(first)) if (token.markup === "\\") token.content = "";
  state.push(`${tag}_close`, tag, -1);
}

/** As the rule for strikethrough does it, which would take the last two of three tildes. */
function pushStrike(state: StateInline, { can_open: open, can_close: close }: ReturnType<StateInline["scanDelims"]>) {
  state.push("text", "", 0).content = "~~";
  state.delimiters.push({ marker: 0x7e, length: 0, token: state.tokens.length - 1, end: -1, open, close });
}

/** Where the next sign is; -1 when a space or nothing comes before it. */
function findEnd({ posMax, src }: StateInline, start: number, sign: string): number {
  for (let at = start; at < posMax; at += 1) {
    const character = src.charAt(at);
    if (character === "\\") at += 1;
    else if (character === sign) return at > start && !(sign === "~" && isPair(src, at)) ? at : -1;
    else if (/[ \t\n]/.test(character)) return -1;
  }
  return -1;
}

/** Two tildes, or more than three. */
function isPair(src: string, at: number): boolean {
  return src[at + 1] === "~" && (src[at + 2] !== "~" || src[at + 3] === "~");
}

const superscripts = new Map(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ"));
const subscripts = new Map(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"));

/** For text without marks: digits and signs as their own characters, so that 10⁶ does not become 106. Letters stay. */
export function raiseText(text: string, kind: "sup" | "sub"): string {
  const letters = kind === "sup" ? superscripts : subscripts;
  return [...text].map((letter) => letters.get(letter) ?? letter).join("");
}

function zip(from: string, to: string): [string, string][] {
  const letters = [...to];
  return [...from].map((letter, at) => [letter, letters[at] ?? letter]);
}
