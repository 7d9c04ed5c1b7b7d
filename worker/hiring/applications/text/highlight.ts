import { type RawBuilder, sql } from "kysely";
import { type FoundPart, type FoundText, type SearchField, searchFields } from "#shared/hiring/application-search.ts";
import type { Db } from "#worker/db/client.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { type Clause, parseSearch } from "./parse-search.ts";
import { type ApplicationTexts, readAllTexts } from "./search-index.ts";
import { foldShort } from "#worker/lib/text/fold-text.ts";
import { listJoined, listWords, type Word } from "./words.ts";

/** How many fields of an application are shown, and how much of a text around the first match. */
const mostShown = 3;
const before = 60;
const after = 140;
/** How much of the files of one application is looked through for such a line. */
const longest = 50_000;
/** How many matches a line shows, and a whole text. */
const mostInLine = 20;
const mostInText = 500;

/**
 * What `clauses` found in each of `ids`: a line of each field that has some of them, at most three. It is text and not
 * markup: whoever shows it puts `<mark>` around what matches.
 */
export async function findTexts(
  db: Db,
  ids: readonly ApplicationId[],
  clauses: readonly Clause[],
): Promise<Map<ApplicationId, FoundText[]>> {
  if (ids.length === 0 || clauses.length === 0) return new Map();
  const all = await readAllTexts(db, ids, { longest });
  return new Map(all.map(({ id, texts }) => [id, findInTexts(texts, clauses)]));
}

function findInTexts(texts: ApplicationTexts, clauses: readonly Clause[]): FoundText[] {
  const found: FoundText[] = [];
  for (const field of searchFields) {
    const asked = clauses.filter((clause) => clause.field === null || clause.field === field);
    if (asked.length === 0) continue;
    for (const text of texts[field]) {
      const parts = markText(text, asked);
      if (!parts) continue;
      found.push({ field, parts });
      break;
    }
    if (found.length === mostShown) break;
  }
  return found;
}

/** A line of `text` around the first match, in parts; null where there is none. */
export function markText(text: string, clauses: readonly Clause[]): FoundPart[] | null {
  const words = [...listWords(text)];
  const matches = listMatches(text, words, clauses);
  const [first] = matches;
  if (!first) return null;
  const start = Math.max(0, words.find(({ end }) => end > first.start - before)?.start ?? 0);
  const from = first.start - start > 2 * before ? first.start : start < before ? 0 : start;
  const until = Math.min(text.length, cutAfter(words, first.end + after, text.length));
  const parts: FoundPart[] = [];
  const add = (part: string, isMatch: boolean) => {
    const shown = part.replaceAll(/\s+/g, " ");
    if (shown !== "") parts.push({ text: shown, isMatch });
  };
  let at = from;
  if (from > 0) add("…", false);
  for (const match of matches) {
    if (match.start < at) continue;
    if (match.end > until) break;
    add(text.slice(at, match.start), false);
    add(text.slice(match.start, match.end), true);
    at = match.end;
  }
  add(text.slice(at, until), false);
  if (until < text.length) add("…", false);
  return parts;
}

/** Where the last word ends that is whole before `limit`. */
function cutAfter(words: readonly Word[], limit: number, length: number): number {
  if (limit >= length) return length;
  const next = words.find(({ end }) => end > limit);
  return next ? Math.min(limit, next.start) : limit;
}

/** The beginnings of the texts of an application's files as JSON, for `markLine`; none without words. */
export function selectFileTexts(words: string): RawBuilder<string> {
  if (words === "") return sql<string>`'[]'`;
  return sql<string>`(select json_group_array(text) from (
    select substr(text, 1, ${longest}) as text from application_texts
    where application_id = applications.id and state = 'done' order by file_id limit 4))`;
}

/** The first of `texts` with what `words` find in `field`: a line around it, in parts; null where there is none. */
export function markLine(texts: readonly string[], field: SearchField, words: string): FoundPart[] | null {
  const asked = askField(field, words);
  for (const text of asked.length === 0 ? [] : texts) {
    const parts = markText(text, asked);
    if (parts) return parts;
  }
  return null;
}

function askField(field: SearchField, words: string): Clause[] {
  return parseSearch(words).filter((clause) => clause.field === null || clause.field === field);
}

/** All of a text in parts, with what `words`, as staff typed them, find in `field`; null where that is nothing. */
export function markField(text: string, field: SearchField, words: string): FoundPart[] | null {
  const asked = askField(field, words);
  const matches = asked.length === 0 ? [] : listMatches(text, [...listWords(text)], asked, mostInText);
  if (matches.length === 0) return null;
  const parts: FoundPart[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    if (start < at) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}

/** Where each of `clauses` is, in the order of the text, at most `most` of them. */
function listMatches(
  text: string,
  words: readonly Word[],
  clauses: readonly Clause[],
  most = mostInLine,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const chains = new Map(listJoined(text, words).map((chain) => [chain.first, chain]));
  for (const [index, word] of words.entries()) {
    const chain = chains.get(index);
    const long = clauses.flatMap((clause) => {
      if (isAt(words, index, clause)) return [words[index + clause.words.length - 1]?.end ?? word.end];
      const asked = clause.joined ?? (clause.words.length === 1 ? clause.words[0] : undefined);
      if (asked === undefined) return [];
      if (chain && isSame(chain.folded, asked, clause.isBeginning)) return [words[chain.last]?.end ?? word.end];
      return clause.joined !== undefined && isSame(word.folded, asked, clause.isBeginning) ? [word.end] : [];
    });
    if (long.length > 0) found.push({ start: word.start, end: Math.max(...long) });
    if (found.length === most) break;
  }
  return found;
}

function isAt(words: readonly Word[], at: number, { words: asked, spelled = asked, isBeginning }: Clause): boolean {
  return asked.every((each, index) => {
    const word = words[at + index];
    if (word === undefined) return false;
    const mayGoOn = isBeginning && index === asked.length - 1;
    // In names "ue" is found as "u"; here it does no harm that it is so anywhere.
    const forms = [word.folded, word.spelled, foldShort(word.folded)];
    return [each, spelled[index] ?? each].some((form) => forms.some((own) => isSame(own, form, mayGoOn)));
  });
}

function isSame(own: string, asked: string, mayGoOn: boolean): boolean {
  return mayGoOn ? own.startsWith(asked) : own === asked;
}
