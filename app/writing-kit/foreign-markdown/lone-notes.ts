import type MarkdownIt from "markdown-it";
import type { StateCore } from "markdown-it";
import { lossesOf } from "./foreign-text.ts";

/** Notes that nothing in the text mentions stay where they stand, and are named. */
export function useLoneNotes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.before("footnote_tail", "lone_notes", keepLoneNotes);
}

function keepLoneNotes(state: StateCore): void {
  const { refs = {} } = (state.env as { footnotes?: { refs?: Record<string, number> } }).footnotes ?? {};
  const isLone = ({ type, meta }: StateCore["tokens"][number]) =>
    type.startsWith("footnote_reference_") && refs[`:${(meta as { label: string }).label}`] === -1;
  for (const token of state.tokens)
    if (token.type === "footnote_reference_open" && isLone(token))
      lossesOf(state.env).add("footnotes", (token.meta as { label: string }).label);
  state.tokens = state.tokens.filter((token) => !isLone(token));
}
