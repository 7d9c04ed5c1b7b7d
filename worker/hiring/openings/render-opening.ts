import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false }).disable("image");

const allowedLink = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;
markdown.validateLink = (url) => allowedLink.test(url.trim());

/** The outline begins below the page's own heading and leaves out no level, however the author numbered it. */
markdown.core.ruler.push("settle_headings", ({ tokens }) => {
  const above: number[] = [];
  for (const token of tokens) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    const level = Number(token.tag.slice(1));
    if (token.type === "heading_open") {
      while ((above.at(-1) ?? 0) >= level) above.pop();
      above.push(level);
    }
    token.tag = `h${Math.min(6, above.length + 1)}`;
  }
});

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const link = tokens[index];
  if (link && /^https?:/i.test(String(link.attrGet("href")))) link.attrSet("rel", "noopener");
  return renderer.renderToken(tokens, index, options);
};

/**
 * The HTML of a job's description. HTML in the source is shown as text; links go to the web, to mail or to this site;
 * pictures are not part of a description.
 */
export function renderOpening(source: string): string {
  return markdown.render(source);
}
