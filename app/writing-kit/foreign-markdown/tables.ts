/** Cells of tables past the last column of the head: no page shows them. They are named as losses. */
import type MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { shorten } from "#shared/insights/losses.ts";
import { lossesOf } from "./foreign-text.ts";

export function useTables(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.after("block", "table_cells", ({ tokens, src, env }) => nameCells(tokens, src, env));
}

/** Names those of all tables in `tokens`, which were read from `source`. */
export function nameCells(tokens: readonly Token[], source: string, env: unknown): void {
  if (!tokens.some(({ type }) => type === "table_open")) return;
  const lines = source.split("\n");
  let columns = 0;
  for (const { type, map } of tokens.toReversed())
    if (type === "th_open") columns += 1;
    else if (type === "table_open") {
      const [start, end] = map ?? [0, 0];
      for (const line of lines.slice(start + 2, end))
        for (const cell of splitRow(line).slice(columns))
          if (cell.trim() !== "") lossesOf(env).add("other", `a cell of a table without a head: ${shorten(cell)}`);
      columns = 0;
    }
}

/** The cells of a row, which may stand in a list or a quote. */
function splitRow(line: string): string[] {
  return line
    .replace(/^[ \t>]+/, "")
    .replace(/^\|/, "")
    .split(/(?<!\\)\|/);
}
