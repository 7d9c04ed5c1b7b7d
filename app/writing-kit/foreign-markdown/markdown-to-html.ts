import type { Token } from "markdown-it";
import deflist from "markdown-it-deflist";
import mark from "markdown-it-mark";
import { createArticleMarkdown } from "#shared/insights/article-markdown.ts";
import type { Losses } from "#shared/insights/losses.ts";
import { escapeHtml } from "#shared/text/escape-html.ts";
import { useAttributes } from "./attributes.ts";
import { useBoxes } from "./boxes.ts";
import { useColonBoxes } from "./colon-boxes.ts";
import { useDepth } from "./depth.ts";
import { useEmphasis } from "./emphasis.ts";
import type { ForeignText } from "./foreign-text.ts";
import { useFormulas } from "./formulas.ts";
import { useLoneNotes } from "./lone-notes.ts";
import { useSigns } from "./signs.ts";
import { useTables } from "./tables.ts";
import { useTags } from "./tags.ts";

// HTML between Markdown counts in other systems. All of this goes through the sieve for HTML, which also judges links.
const markdown = createArticleMarkdown().set({ html: true, linkify: true });
markdown.validateLink = () => true;
markdown.core.ruler.disable(["headings", "pictures", "embeds"]);
markdown.use(deflist).use(mark);
useEmphasis(markdown);
useDepth(markdown);
useBoxes(markdown);
useColonBoxes(markdown);
useFormulas(markdown);
useAttributes(markdown);
useSigns(markdown);
useTags(markdown);
useTables(markdown);
useLoneNotes(markdown);

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

/** How the text of a link reads that was made of a bare address. */
export function showAddress(href: string): string {
  return markdown.normalizeLinkText(href);
}

/**
 * Markdown of another system as HTML, which is not safe. Footnotes get numbers in the order of the text. Extensions become
 * what they mean: lists of tasks and of terms, boxes with notes, marked text; what no HTML has is counted in `losses`.
 */
export function markdownToHtml(source: string, losses: Losses): string {
  const env: ForeignText = { article: { contents: [], ids: new Map() }, losses };
  return markdown.render(source, env as unknown as Record<string, unknown>);
}
