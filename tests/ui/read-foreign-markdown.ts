import { type Loss, Losses } from "#app/shared/losses.ts";
import { markdownToHtml } from "#app/staff/blog/foreign-markdown/markdown-to-html.ts";
import { dropTemplates } from "#app/staff/blog/import/read/markdown/templates.ts";
import { htmlToMarkdown } from "#app/staff/blog/import/read/text/html-to-markdown.ts";

/** Markdown of another system as an import stores it, and what that cannot keep. */
export function readForeignMarkdown(source: string): { markdown: string; losses: Loss[] } {
  const losses = new Losses();
  const html = markdownToHtml(dropTemplates(source, losses), losses);
  return { markdown: htmlToMarkdown(html, { losses }).markdown, losses: losses.list() };
}
