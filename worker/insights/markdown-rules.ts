/** How each part of an article is written. See render-markdown.ts for what a source may hold. */
import type { Renderer, Token } from "markdown-it";
import type { Embed } from "#shared/insights/article-embeds.ts";
import { readAttribute, readText } from "#shared/insights/article-markdown.ts";
import { followsSystem } from "#shared/pages/theme.ts";
import { toDarkVariantKey } from "../media/dark-variant.ts";
import type { ShownPicture } from "../media/library/read-pictures.ts";
import { highlightCode } from "./highlight.ts";
import type { RenderState } from "./render-markdown.ts";

type Rules = Renderer["rules"];

function readState(env: object | undefined): RenderState {
  return (env as { article: RenderState }).article;
}

export const shapeRules: Rules = {
  blockquote_open: (tokens, index) => {
    const { kind, title } = (tokens[index]?.meta ?? {}) as { kind?: string; title?: string };
    if (kind === "note") return `<div class="note" role="note"><p class="note-title">${escape(title || "Note")}</p>\n`;
    return kind === "pull" ? '<div class="pull">\n' : "<blockquote>\n";
  },
  blockquote_close: (tokens, index) => (tokens[index]?.meta ? "</div>\n" : "</blockquote>\n"),

  heading_open: (tokens, index, _options, env) => {
    const token = tokens[index] as Token;
    readState(env).section = (token.meta as { text: string }).text;
    return `<${token.tag} id="${escape(readAttribute(token, "id"))}">`;
  },

  table_open: (tokens, index, _options, env) => {
    const article = readState(env);
    article.tables += 1;
    const name = [`Table ${article.tables}`, article.section].filter(Boolean).join(": ");
    let columns = 0;
    for (let at = index; at < tokens.length && tokens[at]?.type !== "tr_close"; at += 1)
      if (tokens[at]?.type === "th_open") columns += 1;
    const isWide = columns > 3;
    const kind = isWide ? ' class="wide"' : "";
    return `<section class="table-frame" aria-label="${escape(name)}" tabindex="0"><table${kind}>\n`;
  },
  table_close: () => "</table></section>\n",
  th_open: (tokens, index) => `<th scope="col"${writeAlignment(tokens[index])}>`,
  td_open: (tokens, index) => `<td${writeAlignment(tokens[index])}>`,

  fence: (tokens, index) => {
    const { content, info } = tokens[index] as Token;
    const code = highlightCode(content, info.trim().split(/\s+/)[0] ?? "");
    const name = code ? `Code: ${code.name}` : "Code";
    return `<pre class="code" role="group" aria-label="${name}" tabindex="0"><code>${code?.html ?? escape(content)}</code></pre>\n`;
  },
  code_block: (tokens, index) =>
    `<pre class="code" role="group" aria-label="Code" tabindex="0"><code>${escape(tokens[index]?.content ?? "")}</code></pre>\n`,

  link_open: (tokens, index) => {
    const href = readAttribute(tokens[index], "href");
    const rel = /^https?:/i.test(href) ? ' rel="noopener"' : "";
    // By the attribute visitor analytics knows a download; the file comes as one anyway.
    const file = /^\/media\/.*\.pdf$/i.test(href) ? " download" : "";
    return `<a href="${escape(href)}"${rel}${file}>`;
  },

  image: (tokens, index, _options, env) => {
    const token = tokens[index] as Token;
    const src = readAttribute(token, "src");
    const alt = readText(token);
    // The policy would block any other, and a broken picture helps nobody.
    if (!/^\/(?![/\\])/.test(src)) return escape(alt);
    const { sizes } = readState(env);
    const { caption, width: kind } = (token.meta ?? {}) as { caption?: string; width?: string };
    const light = writePicture({ src, alt, kind, ...sizes.get(src) });
    const dark = toDarkVariantKey(src);
    const picture = sizes.has(dark)
      ? `<picture><source media="${followsSystem}" srcset="${escape(dark)}">${light}</picture>`
      : light;
    return caption ? `${picture}<figcaption>${escape(caption)}</figcaption>` : picture;
  },

  // Without script a link is what readers get; app/site/insights/use-router-links.ts puts the player in its place.
  embed: (tokens, index) => {
    const { content, meta } = tokens[index] as Token;
    const { href, player, host } = meta as Embed;
    return `<a href="${escape(href)}" rel="noopener" data-player="${escape(player)}"><b>${escape(content)}</b> <span>Plays from ${host}</span></a>`;
  },

  footnote_block_open: () => '<section class="notes" aria-labelledby="notes"><h2 id="notes">Notes</h2>\n<ol>\n',
  footnote_block_close: () => "</ol></section>\n",
  footnote_ref: (tokens, index) => {
    const { number, place } = readFootnote(tokens[index]);
    return `<sup><a href="#fn-${number}" id="fnref-${place}" aria-label="Note ${number}">${number}</a></sup>`;
  },
  footnote_open: (tokens, index) => `<li id="fn-${readFootnote(tokens[index]).number}">`,
  footnote_close: () => "</li>\n",
  footnote_anchor: (tokens, index) => {
    const { number, place } = readFootnote(tokens[index]);
    return ` <a class="back" href="#fnref-${place}" aria-label="Back to where note ${number} is mentioned">\u21A9\uFE0E</a>`;
  },
};

/** How wide pictures stand in an article: its lines of text are 32.2rem long (app/styles/prose.css). */
const pictureSizes: Record<string, string> = {
  small: "(min-width: 20rem) 18rem, 100vw",
  wide: "(min-width: 51rem) 48rem, 100vw",
};
const textSize = "(min-width: 36rem) 32.2rem, 100vw";

type Picture = { src: string; alt: string; kind: string | undefined } & Partial<ShownPicture>;

/**
 * A picture, which is fetched when it comes near. One of the library stands on its placeholder, an image within the page:
 * the policy forbids a style that could name it.
 */
function writePicture({
  src,
  alt,
  kind = "",
  width,
  height,
  file = src,
  srcset = "",
  placeholder = "",
}: Picture): string {
  const measures = width && height ? ` width="${width}" height="${height}"` : "";
  const others = srcset && ` srcset="${escape(srcset)}" sizes="${pictureSizes[kind] ?? textSize}"`;
  const image = `<img src="${escape(file)}" alt="${escape(alt)}"${others}${measures} loading="lazy" decoding="async">`;
  if (placeholder === "") return image;
  return `<span class="picture"><img src="data:image/webp;base64,${escape(placeholder)}" alt=""${measures}>${image}</span>`;
}

function readFootnote(token: Token | undefined): { number: number; place: string } {
  const { id, subId } = (token?.meta ?? { id: 0 }) as { id: number; subId?: number };
  return { number: id + 1, place: subId ? `${id + 1}-${subId + 1}` : String(id + 1) };
}

/** Columns say their alignment in a style attribute, which the policy forbids. */
function writeAlignment(token: Token | undefined): string {
  const side = /text-align:(center|right)/.exec(readAttribute(token, "style"))?.[1];
  return side ? ` class="${side}"` : "";
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
