import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { type ParsedHtml, parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { sieveParsed } from "#app/writing-kit/sieve/sieve.ts";
import type { SieveOptions } from "#app/writing-kit/sieve/sieving.ts";
import type { Part } from "#app/writing-kit/sieve/tree.ts";

/** What an article holds at most (worker/insights/insight-draft.ts), in letters. */
const longest = 200_000;

export interface ReadText {
  markdown: string;
  /** Addresses of its pictures, as a reader of the Markdown finds them; each once. */
  pictures: string[];
  /** Pictures that were in the text itself, by their address. */
  embedded: Map<string, Blob>;
}

/** The HTML of another system as the Markdown that the editor would store. */
export function htmlToMarkdown(html: string, options: SieveOptions): ReadText {
  return parsedToMarkdown(parseHtml(html), options);
}

/** The same for a part of a page that was parsed. It is changed. */
export function parsedToMarkdown(parsed: ParsedHtml, options: SieveOptions, body?: Part): ReadText {
  const { doc, pictures, embedded } = sieveParsed(parsed, articleSchema, options, body);
  // Markdown is never shorter than this. What no article holds is not written at all: that is the dearest step.
  const text = doc.textBetween(0, doc.content.size, "\n\n");
  if (text.length > longest) return { markdown: text, pictures, embedded };
  const isEmpty = doc.childCount === 1 && doc.child(0).type.name === "paragraph" && doc.child(0).content.size === 0;
  return { markdown: isEmpty ? "" : createArticleFile(articleSchema).write(doc), pictures, embedded };
}
