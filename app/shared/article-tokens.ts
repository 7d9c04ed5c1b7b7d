/**
 * Reads the Markdown of articles into markdown-it's tokens: what the renderer writes HTML from
 * (worker/insights/render-markdown.ts), and what the checks before publishing look at.
 */
import MarkdownIt, { type StateCore, type Token } from "markdown-it";
import footnote from "markdown-it-footnote";

/** A section of an article, for its contents list. */
export interface Heading {
  id: string;
  text: string;
}

/** What reading an article finds; one for each reading. */
export interface ArticleMarks {
  /** The sections at the second level, in order. */
  contents: Heading[];
  /** Ids given so far. */
  ids: Set<string>;
}

/** Ids of the page around the article begin with these words. */
const takenIds = /^(main|contents|notes|related|call|fn|fnref|footer|menu|consent|search|field)(-|$)/;

/**
 * A parser of articles: CommonMark, tables, footnotes, `> [!note] Title` and `> [!pull]` blocks. HTML in the source is
 * text. Its `env` is `{ article: ArticleMarks }`.
 */
export function makeArticleParser(): InstanceType<typeof MarkdownIt> {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
  parser.use(footnote);
  parser.validateLink = isSafeAddress;
  parser.core.ruler.after("block", "blocks", markBlocks);
  parser.core.ruler.push("headings", markHeadings);
  parser.core.ruler.push("pictures", markPictures);
  return parser;
}

function readMarks(env: object | undefined): ArticleMarks {
  return (env as { article: ArticleMarks }).article;
}

/** True for http, https and mailto, and for addresses on this site; control characters hide no scheme. */
function isSafeAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out before they read the scheme.
  const plain = address.replaceAll(/[\u0000-\u0020\u007f-\u00a0]/g, "");
  if (/^[/\\]{2}/.test(plain)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1];
  return scheme === undefined ? !/^[^/?#]*:/.test(plain) : ["http", "https", "mailto"].includes(scheme.toLowerCase());
}

/** Turns `> [!note] Title` and `> [!pull]` into blocks of their own kind, before the text in them is read. */
function markBlocks(state: StateCore): void {
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 2];
    if (open.type !== "blockquote_open" || inline?.type !== "inline") continue;
    const mark = /^\[!(note|pull)\](?:[ \t]+([^\n]*))?(?:\n|$)/.exec(inline.content);
    const close = state.tokens
      .slice(index)
      .find(({ type, level }) => type === "blockquote_close" && level === open.level);
    if (!mark || !close) continue;
    inline.content = inline.content.slice(mark[0].length);
    if (inline.map && mark[0].endsWith("\n")) inline.map = [inline.map[0] + 1, inline.map[1]];
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
function markHeadings(state: StateCore): void {
  const article = readMarks(state.env);
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
function markPictures(state: StateCore): void {
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

export function readAttribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** What a reader sees of an inline token; of a picture, its description. */
export function readText({ children }: Token): string {
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
