import MarkdownIt, { type Token } from "markdown-it";
import source from "../../docs/runbook.md?raw";
import { namePlace } from "./runbook-place.ts";

const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false });

/** Each name in the first column of a table is a place that a link can lead to. */
markdown.core.ruler.push("name_places", ({ tokens }) => {
  let kind = "";
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "thead_open") kind = "";
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open" || token.type === "td_open") column += 1;
    if (token.type !== "inline" || column !== 1) continue;
    if (tokens[index - 1]?.type === "th_open") kind = token.content.toLowerCase();
    if (tokens[index - 1]?.type !== "td_open" || kind === "") continue;
    for (const child of token.children ?? [])
      if (child.type === "code_inline") child.attrSet("id", namePlace(kind, child.content));
  }
});

/** Other pages of the repository are not on the site: their names stay, as text. */
markdown.core.ruler.push("unlink_files", ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = unlinkFiles(token.children);
});

function unlinkFiles(children: readonly Token[]): Token[] {
  let isFile = false;
  return children.filter((child) => {
    if (child.type === "link_open") isFile = !String(child.attrGet("href")).startsWith("https:");
    return !(isFile && (child.type === "link_open" || child.type === "link_close"));
  });
}

let rendered: string | undefined;

/** docs/runbook.md as HTML, without its title and with ids as `findRunbookPlace` names them. */
export function renderRunbook(): string {
  rendered ??= markdown.render(source.replace(/^# .*\n/, ""));
  return rendered;
}
