/** Quotes, lists and boxes in each other, as deep as they are read: what is deeper is a paragraph, and loses no word. */
import type MarkdownIt from "markdown-it";
import type { StateBlock } from "markdown-it";
import { lossesOf } from "./foreign-text.ts";

/** A reader of Markdown leaves out what is deeper than 100. */
const deepest = 90;

export function useDepth(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before("table", "depth", readTooDeep);
}

function readTooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < deepest) return false;
  lossesOf(state.env).add("tooDeep");
  state.push("paragraph_open", "p", 1);
  const inline = state.push("inline", "", 0);
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  inline.map = [startLine, endLine];
  inline.children = [];
  state.push("paragraph_close", "p", -1);
  state.line = endLine;
  return true;
}
