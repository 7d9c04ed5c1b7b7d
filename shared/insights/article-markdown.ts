/**
 * The language of articles: how a source is cut into tokens. The Worker writes a page from them (render-markdown.ts of
 * its insights), and the editor of the staff area reads its text from them, so that both mean the same.
 */
import MarkdownIt, { type StateCore, type Token } from "markdown-it";
import { boundBrackets } from "./article-brackets.ts";
import { markEmbeds } from "./article-embeds.ts";
import { useNotes } from "./article-notes.ts";
import { markPictures } from "./article-pictures.ts";
import { normalizeText } from "#shared/text/normalize-text.ts";
import { raiseText, useScripts } from "./article-scripts.ts";
import { takeNumber } from "#shared/text/take-number.ts";

/** A section of an article, for its contents list. */
export interface Heading {
  id: string;
  text: string;
}

/** What is found while a source is read: `env.article` of the reader that `createArticleMarkdown` makes. */
export interface ArticleParts {
  contents: Heading[];
  /** Ids given so far, with the last number that was tried behind each. */
  ids: Map<string, number>;
}

const wordsPerMinute = 220;

/** Ids of the page around the article begin with these words, and so do those of its notes. */
const takenIds = /^(main|contents|notes|related|call|fn|fnref|footer|menu|consent|search|field)(-|$)/;

/** True for an id that no heading of an article has. */
export function isPageId(id: string): boolean {
  return takenIds.test(id);
}

/**
 * A reader of CommonMark, tables, footnotes, `x^2^` and `H~2~O`, `> [!note] Title` and `> [!pull]`, widths of pictures,
 * and videos as links that stand alone. HTML in a source is text.
 */
export function createArticleMarkdown(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  boundBrackets(markdown);
  useNotes(markdown);
  useScripts(markdown);
  markdown.validateLink = isSafeAddress;
  markdown.core.ruler.after("block", "blocks", markBlocks);
  markdown.core.ruler.push("headings", markHeadings);
  markdown.core.ruler.push("pictures", markPictures);
  markdown.core.ruler.push("embeds", markEmbeds);
  return markdown;
}

/** True for http, https, mailto and tel, and for addresses on this site; control characters hide no scheme. */
export function isSafeAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers leave these out before they read the scheme.
  const plain = address.replaceAll(/[\u0000-\u0020\u007f-\u00a0]/g, "");
  if (/^[/\\]{2}/.test(plain)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1];
  return scheme === undefined
    ? !/^[^/?#]*:/.test(plain)
    : ["http", "https", "mailto", "tel"].includes(scheme.toLowerCase());
}

/** The number of words in a text, as a reader meets them. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
}

/** Minutes to read so many words, rounded up, at 220 words a minute. */
export function countMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / wordsPerMinute));
}

/** The words of what was read: its text, titles of notes, captions and code, each part on a line of its own. */
export function listWords(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "inline") return (token.children ?? []).map(readWords).join("");
      if (token.type === "blockquote_open") return String((token.meta as { title?: string } | null)?.title ?? "");
      return token.content;
    })
    .join("\n");
}

function readWords(token: Token): string {
  if (token.type === "image") return String((token.meta as { caption?: string } | null)?.caption ?? "");
  return token.type.endsWith("break") ? " " : token.content;
}

/** Turns `> [!note] Title` and `> [!pull]` into blocks of their own kind, before the text in them is read. */
function markBlocks(state: StateCore): void {
  const empty = new Set<Token>();
  const closes = pairQuotes(state.tokens);
  for (const [index, open] of state.tokens.entries()) {
    const inline = state.tokens[index + 2];
    if (open.type !== "blockquote_open" || inline?.type !== "inline") continue;
    const mark = /^\[!(note|pull)\](?:[ \t]+([^\n]*))?(?:\n|$)/.exec(inline.content);
    const close = closes.get(open);
    if (!mark || !close) continue;
    inline.content = inline.content.slice(mark[0].length).trimStart();
    if (inline.map && mark[0].endsWith("\n")) inline.map = [inline.map[0] + 1, inline.map[1]];
    open.meta = { kind: mark[1], title: mark[2]?.trim() };
    close.meta = { kind: mark[1] };
    if (inline.content === "") for (const at of [1, 2, 3]) empty.add(state.tokens[index + at] as Token);
  }
  state.tokens = state.tokens.filter((token) => !empty.has(token));
}

/** The end of each quote. */
function pairQuotes(tokens: readonly Token[]): Map<Token, Token> {
  const pairs = new Map<Token, Token>();
  const open: Token[] = [];
  for (const token of tokens)
    if (token.type === "blockquote_open") open.push(token);
    else if (token.type === "blockquote_close") pairs.set(open.pop() as Token, token);
  return pairs;
}

/**
 * Gives headings their ids and lists those of the second level. The page's title is the first level, so a heading is at
 * least the second, and at most one below the heading before it.
 */
function markHeadings(state: StateCore): void {
  const article = (state.env as { article: ArticleParts }).article;
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

export function readAttribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** The text of a heading or of the words for a picture, without marks. */
export function readText({ children }: Token): string {
  let text = "";
  let script: "sup" | "sub" | null = null;
  for (const { type, tag, children: inner, content, nesting } of children ?? []) {
    if (tag === "sup" || tag === "sub") script = nesting === 1 ? tag : null;
    const words = type === "image" ? readText({ children: inner } as Token) : type === "softbreak" ? " " : content;
    text += script ? raiseText(words, script) : words;
  }
  return text;
}

function makeId(text: string, ids: Map<string, number>): string {
  const words = normalizeText(text, "NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    // Each run is one hyphen by now.
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
  const base = words === "" || takenIds.test(words) ? `section-${words}`.replace(/-$/, "") : words;
  const turn = takeNumber(ids, base, (next) => `${base}-${next}`);
  return turn === 1 ? base : `${base}-${turn}`;
}
