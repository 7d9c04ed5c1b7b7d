import {
  type ArticleParts,
  countMinutes,
  countWords,
  createArticleMarkdown,
  type Heading,
  listWords,
} from "#shared/insights/article-markdown.ts";
import type { ShownPicture } from "../media/library/read-pictures.ts";
import { shapeRules } from "./markdown-rules.ts";

export interface RenderedArticle {
  /** Safe to print as it is: everything in it was written by the renderer, or escaped. */
  html: string;
  /** The sections at the second level, in order. */
  contents: Heading[];
  words: number;
  /** To read it, rounded up, at 220 words a minute. */
  minutes: number;
}

/**
 * Width and height in CSS pixels of a picture, by its address such as "/media/demo/x.svg"; of one of the media library
 * also how it is shown.
 */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number } & Partial<ShownPicture>>;

/** What the rules are handed and what they find; one for each rendering. */
export interface RenderState extends ArticleParts {
  sizes: PictureSizes;
  /** Text of the last heading passed, and the number of tables, for the names of tables. */
  section: string;
  tables: number;
}

const markdown = createArticleMarkdown();
Object.assign(markdown.renderer.rules, shapeRules);

/**
 * Renders an article: CommonMark, tables, footnotes, `> [!note] Title` and `> [!pull]` blocks, highlighted code. HTML in
 * the source is text; links lead to http, https, mailto or this site; pictures are this site's own, and one whose dark
 * variant is among `sizes` shows that in the dark theme.
 */
export function renderMarkdown(source: string, sizes: PictureSizes = new Map()): RenderedArticle {
  const state: RenderState = { sizes, contents: [], ids: new Map(), section: "", tables: 0 };
  const env = { article: state };
  const tokens = markdown.parse(source, env);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  const words = countWords(listWords(tokens));
  return { html, contents: state.contents, words, minutes: countMinutes(words) };
}
