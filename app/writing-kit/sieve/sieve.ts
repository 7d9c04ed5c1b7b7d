import type { Node, Schema } from "@tiptap/pm/model";
import { fitBlocks } from "./blocks.ts";
import { buildDocument } from "./build.ts";
import { findCode } from "./code-blocks.ts";
import { findFootnotes } from "./footnotes.ts";
import { fitLinks } from "./links.ts";
import { nestLists } from "./list-levels.ts";
import { makeOfficeLists } from "./office-lists.ts";
import { type ParsedHtml, parseHtml } from "./parse-html.ts";
import { fitPictures, openGalleries } from "./pictures.ts";
import type { SieveOptions, Sieving } from "./sieving.ts";
import { readSheets } from "./styles.ts";
import { sweep } from "./sweep.ts";
import { fitTables } from "./tables.ts";
import { type Part, textOf } from "./tree.ts";

export interface Sieved {
  /** An article of the schema, with footnotes at its end. */
  doc: Node;
  /** Addresses of its pictures, each once, as the figures of `doc` have them. */
  pictures: string[];
  /** Pictures that were in the text itself, by their address. */
  embedded: Map<string, Blob>;
}

/**
 * Converts foreign HTML to an article, for what is pasted and what is imported: Office, mails, other editors,
 * pages. Nothing of it runs, loads or is shown, and no browser is needed. What an article cannot hold is counted in
 * `losses`; words stay.
 */
export function sieveHtml(html: string, schema: Schema, options: SieveOptions): Sieved {
  return sieveParsed(parseHtml(html), schema, options);
}

/** The same for HTML that was parsed before, or a part of it. It is changed. */
export function sieveParsed(
  parsed: ParsedHtml,
  schema: Schema,
  options: SieveOptions,
  body: Part = parsed.body,
): Sieved {
  const { losses } = options;
  if (parsed.flattened > 0) losses.add("tooDeep", "", parsed.flattened);
  if (parsed.cut > 0) losses.add("tooLong", "", parsed.cut);
  const sieving: Sieving = {
    ...options,
    body,
    sheet: readSheets(parsed.root),
    pictures: new Set(),
    embedded: new Map(),
  };
  findFootnotes(sieving);
  sweep(sieving);
  makeOfficeLists(sieving);
  nestLists(sieving);
  findCode(sieving);
  fitBlocks(sieving);
  openGalleries(body);
  fitPictures(sieving);
  fitLinks(sieving);
  fitTables(sieving);
  const words = countMessages(textOf(body));
  const doc = buildDocument(sieving, schema);
  const missing = words - countMessages(readText(doc)) - losses.count("tooLong");
  if (missing > 0) losses.add("letters", "", missing);
  doc.check();
  return { doc, pictures: [...sieving.pictures], embedded: sieving.embedded };
}

function countMessages(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** What readers see of it; a video shows its words. */
function readText(doc: Node): string {
  const texts: string[] = [];
  doc.descendants(({ type, attrs, text }) => {
    texts.push(type.name === "embed" ? String(attrs.title || attrs.href) : (text ?? ""));
  });
  return texts.join("");
}
