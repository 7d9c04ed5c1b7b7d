/** Attributes behind a heading, a paragraph, a link, a picture or code: `{#id .class key=value}`. They are named as losses. */
import type MarkdownIt from "markdown-it";
import type { StateCore, StateInline } from "markdown-it";
import { lossesOf } from "./foreign-text.ts";

const attributes = /\{:?[ \t]*(?:[#.][\w-]|[\w-]+=)[^{}\n]{0,300}\}/y;

export function useAttributes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before("emphasis", "attributes", skipAttributes);
  markdown.core.ruler.before("inline", "block_attributes", dropFromBlocks);
}

/** The attributes at a place of a text, or "". */
function readAt(text: string, at: number): string {
  attributes.lastIndex = at;
  return attributes.exec(text)?.[0] ?? "";
}

/** Those right behind what may have some. Anywhere else they are text. */
function skipAttributes(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== "{" || state.pending !== "") return false;
  const last = state.tokens.at(-1)?.type ?? "";
  const found = /^(?:link_close|image|code_inline)$/.test(last) ? readAt(state.src, state.pos) : "";
  if (found === "") return false;
  if (!silent) lossesOf(state.env).add("attributes", found);
  state.pos += found.length;
  return true;
}

/** Those at the end of a heading, or on a line of their own at the end of a block. */
function dropFromBlocks({ tokens, env }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "inline" || !token.content.endsWith("}")) continue;
    const open = token.content.lastIndexOf("{");
    const found = open === -1 ? "" : readAt(token.content, open);
    const before = token.content.slice(0, open);
    if (found === "" || open + found.length < token.content.length) continue;
    if (tokens[at - 1]?.type !== "heading_open" && before !== "" && !before.endsWith("\n")) continue;
    token.content = before.trimEnd();
    lossesOf(env).add("attributes", found);
  }
}
