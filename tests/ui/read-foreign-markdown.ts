import { type Loss, Losses } from "#shared/insights/losses.ts";
import { markdownToHtml } from "#app/writing-kit/foreign-markdown/markdown-to-html.ts";
import { dropTemplates } from "#app/staff/imports/read/markdown/templates.ts";
import { htmlToMarkdown } from "#app/staff/imports/read/text/html-to-markdown.ts";

/** Markdown of another system as an import stores it, and what that cannot keep. */
export function readForeignMarkdown(source: string): { markdown: string; losses: Loss[] } {
  const losses = new Losses();
  const html = markdownToHtml(dropTemplates(source, losses), losses);
  return { markdown: htmlToMarkdown(html, { losses }).markdown, losses: losses.list() };
}
