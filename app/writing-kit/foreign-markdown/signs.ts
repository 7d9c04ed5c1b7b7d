/** Boxes to tick, explanations of abbreviations and names of emoji. */
import type MarkdownIt from "markdown-it";
import type { StateBlock, StateCore } from "markdown-it";
import { lossesOf } from "./foreign-text.ts";

export function useSigns(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.before("inline", "ticks", writeTicks);
  markdown.core.ruler.push("emoji_names", countNames);
  markdown.block.ruler.before("reference", "abbreviation", skipAbbreviation, { alt: ["paragraph", "reference"] });
}

/** `- [x] Done`: as HTML, of which the sieve knows what to make. */
function writeTicks({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "inline" || tokens[at - 2]?.type !== "list_item_open") continue;
    const [whole, sign] = /^\[([ xX])\](?:[ \t]+|$)/.exec(token.content) ?? [];
    if (whole === undefined) continue;
    const box = `<input type="checkbox"${sign === " " ? "" : " checked"}>`;
    token.content = `${box} ${token.content.slice(whole.length)}`;
  }
}

/** `:rocket:` stays as it is. */
function countNames({ tokens, env }: StateCore): void {
  for (const { children } of tokens)
    for (const { type, content } of children ?? [])
      if (type === "text")
        for (const [name] of content.matchAll(/(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g))
          lossesOf(env).add("emojiNames", name);
}

/** `*[HTML]: Language of pages` says what the word means wherever it stands. */
function skipAbbreviation(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith("*[", start)) return false;
  const [, rest] = /^\*\[[^[\]\n]{1,100}\]:(.*)/.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
  // "*[Update]: It starts later.*" is emphasis.
  if (rest === undefined || /\S\*(?![\p{L}\p{N}])/u.test(rest)) return false;
  if (silent) return true;
  lossesOf(state.env).add("abbreviations", state.src.slice(start + 2, state.eMarks[startLine]).replace("]", ""));
  state.line = startLine + 1;
  return true;
}
