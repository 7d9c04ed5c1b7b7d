/** How each part of an article is written. See render-markdown.ts for what a source may hold. */
import type { Renderer, StateCore, Token } from "markdown-it";
import { followsSystem } from "#app/shared/theme.ts";
import { toDarkVariantKey } from "../media/dark-variant.ts";
import type { ShownPicture } from "../media/library/read-pictures.ts";
import { highlightCode } from "./highlight.ts";
import type { RenderState } from "./render-markdown.ts";

type Rules = Renderer["rules"];

/** Ids of the page around the article begin with these words. */
const takenIds = /^(main|contents|notes|related|call|fn|fnref|footer|menu|consent|search|field)(-|$)/;

function readState(env: object | undefined): RenderState {
  return (env as { article: RenderState }).article;
}

/** True for http, https and mailto, and for addresses on this site; control characters hide no scheme. */
export function isSafeAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out before they read the scheme.
  const plain = address.replaceAll(/[\u0000-\u0020\u007f-\u00a0]/g, "");
  if (/^[/\\]{2}/.test(plain)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1];
  return scheme === undefined ? !/^[^/?#]*:/.test(plain) : ["http", "https", "mailto"].includes(scheme.toLowerCase());
}

/** Turns `> [!note] Title` and `> [!pull]` into blocks of their own kind, before the text in them is read. */
export function markBlocks(state: StateCore): void {
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 2];
    if (open.type !== "blockquote_open" || inline?.type !== "inline") continue;
    const mark = /^\[!(note|pull)\](?:[ \t]+([^\n]*))?(?:\n|$)/.exec(inline.content);
    const close = state.tokens
      .slice(index)
      .find(({ type, level }) => type === "blockquote_close" && level === open.level);
    if (!mark || !close) continue;
    inline.content = inline.content.slice(mark[0].length);
    open.meta = { kind: mark[1], title: mark[2]?.trim() };
    close.meta = { kind: mark[1] };
    for (const one of [state.tokens[index + 1], state.tokens[index + 3]])
      if (one && inline.content === "") one.hidden = true;
  }
}

/**
 * Gives headings their ids and lists those of the second level. The page's title is the first level, so a heading is at
 * least the second, and at most one below the heading before it.
 */
export function markHeadings(state: StateCore): void {
  const article = readState(state.env);
  let last = 1;
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 1];
    const close = state.tokens[index + 2];
    if (open.type !== "heading_open" || !inline || !close) continue;
    const level = Math.max(2, Math.min(Number(open.tag.slice(1)), last + 1));
    last = level;
    open.tag = `h${level}`;
    close.tag = open.tag;
    const text = readText(inline);
    const id = makeId(text, article.ids);
    open.attrSet("id", id);
    open.meta = { text };
    if (level === 2) article.contents.push({ id, text });
  }
}

/** A picture that stands alone in its paragraph becomes a figure; its title is the caption. */
export function markPictures(state: StateCore): void {
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 1];
    const close = state.tokens[index + 2];
    const [only, ...others] = inline?.children ?? [];
    if (open.type !== "paragraph_open" || open.hidden || only?.type !== "image" || others.length > 0 || !close)
      continue;
    open.tag = "figure";
    close.tag = "figure";
    only.meta = { caption: readAttribute(only, "title") };
  }
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
    const columns = tokens.slice(index).findIndex(({ type }) => type === "tr_close");
    const isWide = tokens.slice(index, index + columns).filter(({ type }) => type === "th_open").length > 3;
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
    return `<a href="${escape(href)}"${rel}>`;
  },

  image: (tokens, index, _options, env) => {
    const token = tokens[index] as Token;
    const src = readAttribute(token, "src");
    const alt = readText(token);
    // The policy would block any other, and a broken picture helps nobody.
    if (!/^\/(?![/\\])/.test(src)) return escape(alt);
    const { sizes } = readState(env);
    const { caption } = (token.meta ?? {}) as { caption?: string };
    const light = writePicture({ src, alt, ...sizes.get(src) });
    const dark = toDarkVariantKey(src);
    const picture = sizes.has(dark)
      ? `<picture><source media="${followsSystem}" srcset="${escape(dark)}">${light}</picture>`
      : light;
    return caption ? `${picture}<figcaption>${escape(caption)}</figcaption>` : picture;
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

/** How wide a picture stands in an article: its lines of text are 32.2rem long (app/site/insights/article.css). */
const pictureSizes = "(min-width: 36rem) 32.2rem, 100vw";

type Picture = { src: string; alt: string } & Partial<ShownPicture>;

/**
 * A picture, which is fetched when it comes near. One of the library stands on its placeholder, an image within the page:
 * the policy forbids a style that could name it.
 */
function writePicture({ src, alt, width, height, file = src, srcset = "", placeholder = "" }: Picture): string {
  const measures = width && height ? ` width="${width}" height="${height}"` : "";
  const others = srcset && ` srcset="${escape(srcset)}" sizes="${pictureSizes}"`;
  const image = `<img src="${escape(file)}" alt="${escape(alt)}"${others}${measures} loading="lazy" decoding="async">`;
  if (placeholder === "") return image;
  return `<span class="picture"><img src="data:image/webp;base64,${escape(placeholder)}" alt=""${measures}>${image}</span>`;
}

function readAttribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
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

function readText({ children }: Token): string {
  return (children ?? [])
    .map((child) => (child.type === "image" ? readText(child) : child.type === "softbreak" ? " " : child.content))
    .join("");
}

function makeId(text: string, ids: Set<string>): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  const base = words === "" || takenIds.test(words) ? `section-${words}`.replace(/-$/, "") : words;
  for (let turn = 1; ; turn += 1) {
    const id = turn === 1 ? base : `${base}-${turn}`;
    if (ids.has(id)) continue;
    ids.add(id);
    return id;
  }
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
