import type { Token } from "markdown-it";
import { createArticleMarkdown } from "#app/shared/article-markdown.ts";
import { escapeHtml } from "../escape-html.ts";

// HTML between Markdown counts in other systems. All of this goes through the sieve for HTML, which also judges links.
const markdown = createArticleMarkdown().set({ html: true, linkify: true });
markdown.validateLink = () => true;
markdown.core.ruler.disable(["headings", "pictures", "embeds"]);

Object.assign(markdown.renderer.rules, {
  blockquote_open: (tokens: readonly Token[], at: number) => {
    const { kind, title = "" } = (tokens[at]?.meta ?? {}) as { kind?: string; title?: string };
    if (kind === "note") return `<div data-import="note" data-title="${escapeHtml(title)}">`;
    return kind === "pull" ? '<div data-import="pull">' : "<blockquote>";
  },
  blockquote_close: (tokens: readonly Token[], at: number) => (tokens[at]?.meta ? "</div>\n" : "</blockquote>\n"),
  footnote_ref: (tokens: readonly Token[], at: number) => `<sup data-import-note="${nameNote(tokens[at])}"></sup>`,
  footnote_block_open: () => "",
  footnote_block_close: () => "",
  footnote_open: (tokens: readonly Token[], at: number) => `<aside data-import-footnote="${nameNote(tokens[at])}">`,
  footnote_close: () => "</aside>\n",
  footnote_anchor: () => "",
});

function nameNote(token: Token | undefined): string {
  return String(Number((token?.meta as { id?: number } | null)?.id ?? 0) + 1);
}

/** Markdown of another system as HTML, which is not safe. Footnotes get numbers in the order of the text. */
export function markdownToHtml(source: string): string {
  const calls = source.replaceAll(
    /^(\s*> ?)\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$/gm,
    (_all, start: string, kind: string) => {
      const title = kind.charAt(0) + kind.slice(1).toLowerCase();
      return `${start}[!note] ${title}`;
    },
  );
  return markdown.render(calls, { article: { contents: [], ids: new Set() } });
}
