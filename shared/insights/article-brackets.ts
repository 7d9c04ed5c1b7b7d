import type MarkdownIt from "markdown-it";
import type { StateInline } from "markdown-it";

/** A text of this many letters is searched for ends of brackets as often as it has to be; a longer one ... */
const always = 100_000;
/** ... as often as makes so many times its letters. */
const times = 20;

/**
 * Bounds how far a reader looks for the ends of brackets that have none. Each is looked for in all of the text, so that
 * thousands of them would take the square of their number. Past the bound the rest of them are text, as all of them are.
 */
export function boundBrackets(markdown: InstanceType<typeof MarkdownIt>): void {
  const { parseLinkLabel } = markdown.helpers;
  const spent = new WeakMap<StateInline, number>();
  markdown.helpers.parseLinkLabel = (state, start, disableNested) => {
    const before = spent.get(state) ?? 0;
    if (before > Math.max(always, times * state.src.length)) return -1;
    const end = parseLinkLabel(state, start, disableNested);
    if (end < 0) spent.set(state, before + state.posMax - start);
    return end;
  };
}
