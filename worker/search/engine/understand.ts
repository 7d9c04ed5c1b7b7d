/** Alternatives for the words of a query: other spellings, words that are made of others, and synonyms. */
import { type RawBuilder, sql } from "kysely";
import { countEdits } from "./count-edits.ts";
import { judgeChange } from "./judge-change.ts";
import type { ParsedQuery, Term } from "./parse-query.ts";
import type { SearchDb } from "./search-db.ts";
import { listSpellings } from "./spell-word.ts";
import { splitWords } from "./words.ts";
import type { Alternatives } from "./write-match.ts";

export interface Understood {
  alternatives: Alternatives;
  /** Words that no document has, with what was sought in their place. */
  corrected: { typed: string; meant: string }[];
  /** In how many chunks that stands, by the term that it was sought in place of. */
  meant: ReadonlyMap<Term, number>;
  /** Terms that no document has. */
  unknown: ReadonlySet<Term>;
  /** Words of documents that are written somewhat like terms that no document has: for pages that may help where nothing is found. */
  guesses: readonly Term[];
}

interface WordRow {
  word: string;
  /** Any document has a word of this stem. */
  known: 0 | 1;
  /** Words of documents that share parts of three letters with it, each with how many chunks have it. */
  similar: [string, number][] | null;
  /** Pairs of words of documents that the word is made of, with how many chunks have the rarer one. */
  pairs: [string, string, number][] | null;
  /** How many chunks have the word together with the next one of the query, written as one. */
  joined: number;
}

interface Asked {
  word: string;
  isPrefix: boolean;
  match: string;
  /** JSON: string[], each in quotation marks. */
  grams: string;
  splits: readonly (readonly [string, string])[];
  joined: string;
}

/** Words of other lengths are hardly misspelled. */
const shortestCorrected = 4;
const shortestPart = 3;
/** Words that one word may be corrected to. */
const mostMeant = 2;
/** For a word that no document has: so many that share most parts of three letters with it, and of those with about its length so many. */
const mostSharing = 400;
const mostSimilar = 60;
/** What German puts between the parts of a word. */
const linkings = ["", "s", "es", "n", "en"];

/** Texts that mean the same. With `oneWay` the others are sought for the first one too, and not the first one for them. */
export interface SynonymGroup {
  texts: readonly string[];
  oneWay: boolean;
}

/** What is asked of the index about the words of a query, and what its answer means. */
export interface WordQuestion {
  /** An expression: JSON, a list of rows. Null where the query has no words by themselves. */
  select: RawBuilder<string> | null;
  /** `answer` is what the expression gave. */
  read(answer: string | null, synonyms: readonly SynonymGroup[]): Understood;
}

/** The question about the words of a query, so that it can be asked together with others. */
export function askWords({ terms }: ParsedQuery): WordQuestion {
  const words = terms.filter(({ words: { length } }) => length === 1);
  const asked = words.map((term, index) => describe(term, words[index + 1]));
  return {
    select: asked.length === 0 ? null : selectWords(asked),
    read: (answer, synonyms) => readWords(terms, JSON.parse(answer ?? "[]") as WordRow[], synonyms),
  };
}

/** Asks the database once. A query without words asks nothing. */
export async function understand(
  db: SearchDb,
  parsed: ParsedQuery,
  synonyms: readonly SynonymGroup[] = [],
): Promise<Understood> {
  const { select, read } = askWords(parsed);
  if (!select) return read(null, synonyms);
  const { rows } = await sql<{ words: string }>`select ${select} as words`.execute(db);
  return read(rows[0]?.words ?? null, synonyms);
}

function readWords(terms: readonly Term[], rows: readonly WordRow[], synonyms: readonly SynonymGroup[]): Understood {
  const words = terms.filter(({ words: { length } }) => length === 1);
  const alternatives = new Map<Term, string[][]>();
  const corrected: Understood["corrected"] = [];
  const unknown = new Set<Term>();
  const guesses: Term[] = [];
  const inPlace = new Map<Term, number>();
  for (const [index, term] of words.entries()) {
    const row = rows[index];
    const [word] = term.words;
    if (!row) continue;
    const others: string[][] = [];
    const next = words[index + 1]?.words[0];
    if (row.joined > 0 && next !== undefined) others.push([word + next]);
    others.push(...listSpellings(word).map((spelling) => [spelling]));
    if (row.known === 0) {
      const meant = chooseMeant(word, row);
      unknown.add(term);
      const likeIt = meant.length > 0 ? meant : guessMeant(word, row);
      guesses.push(
        ...likeIt.map(([first = "", ...rest]): Term => ({ words: [first, ...rest], isPrefix: false, times: 1 })),
      );
      const [first] = meant;
      if (first) corrected.push({ typed: word, meant: first.join(" ") });
      inPlace.set(term, countMeant(meant, row));
      // Parts of a word may stand anywhere, and rank higher beside each other.
      others.push(
        ...meant,
        ...meant.filter(({ length }) => length > 1).flatMap((parts) => parts.map((part) => [part])),
      );
    }
    if (others.length > 0) alternatives.set(term, others);
  }
  addSynonyms(terms, synonyms, alternatives);
  return { alternatives, corrected, meant: inPlace, unknown, guesses };
}

function describe({ words: [word], isPrefix }: Term, next: Term | undefined): Asked {
  const letters = Array.from(word);
  const places = Array.from(
    { length: Math.max(0, letters.length - 2 * shortestPart + 1) },
    (_, at) => at + shortestPart,
  );
  const grams = letters.length >= shortestCorrected ? listGrams(letters) : [];
  return {
    word,
    isPrefix,
    match: `"${word}"${isPrefix ? " *" : ""}`,
    grams: JSON.stringify(grams.map((gram) => `"${gram}"`)),
    splits: places.flatMap((place) => {
      const [left, right] = [letters.slice(0, place).join(""), letters.slice(place).join("")];
      return linkings
        .filter((linking) => left.endsWith(linking) && left.length - linking.length >= shortestPart)
        .flatMap((linking) => {
          const first = left.slice(0, left.length - linking.length);
          // The text may have the second part as one where several were asked for.
          const isSeveral = right.endsWith("s") && right.length > shortestPart;
          return [right, ...(isSeveral ? [right.slice(0, -1)] : [])].map((second) => [first, second] as const);
        });
    }),
    joined: next ? word + next.words[0] : "",
  };
}

function listGrams(letters: readonly string[]): string[] {
  return [...new Set(letters.slice(2).map((_, place) => letters.slice(place, place + 3).join("")))];
}

/** JSON: one row a word, in their order. What is asked only of unknown words is not looked up for others. */
function selectWords(asked: readonly Asked[]): RawBuilder<string> {
  const field = (name: keyof Asked) => sql`entry.value ->> ${sql.lit(`$.${name}`)}`;
  const isKnown = sql`exists (select 1 from chunk_index where chunk_index match ${field("match")})`;
  return sql<string>`(
    with asked as materialized (
      select entry.key as place, ${field("word")} as word, ${field("grams")} as grams, ${field("splits")} as splits,
        ${field("joined")} as joined, ${isKnown} as known
      from json_each(${JSON.stringify(asked)}) as entry)
    select json_group_array(json_object('word', word, 'known', known, 'similar', json(
      iif(known or grams = '[]', null, (
        select json_group_array(json_array(found.word, found.doc)) from (
          select near.word, vocabulary.doc from (
            select words.word from (
              select word_grams.rowid as id, count(*) as shared from json_each(asked.grams) as gram
              cross join word_grams where word_grams match gram.value
              group by word_grams.rowid order by shared desc limit ${sql.lit(mostSharing)}) as found
            join words on words.id = found.id
            where length(words.word) between length(asked.word) - 2 and length(asked.word) + 2
            order by shared desc, abs(length(words.word) - length(asked.word)) limit ${sql.lit(mostSimilar)}) as near
          join chunk_vocabulary as vocabulary on vocabulary.term = near.word) as found))), 'pairs', json(
      iif(known, null, (
        select json_group_array(json_array(split.value ->> 0, split.value ->> 1, min(first.doc, second.doc)))
        from json_each(asked.splits) as split
        join chunk_vocabulary as first on first.term = split.value ->> 0
        join chunk_vocabulary as second on second.term = split.value ->> 1))), 'joined',
      iif(joined = '', 0, coalesce((select doc from chunk_vocabulary where term = asked.joined), 0))) order by place)
    from asked)`;
}

/** In how many chunks the words stand that `chooseMeant` chose. */
function countMeant(meant: readonly (readonly string[])[], { similar }: WordRow): number {
  const chosen = new Set(meant.flat());
  return (similar ?? []).reduce((sum, [word, count]) => sum + (chosen.has(word) ? count : 0), 0);
}

/** Words, or pairs of them, that are most likely meant: the fewest changes first, then those that more chunks have. */
function chooseMeant(word: string, { similar, pairs }: WordRow): string[][] {
  const made = (pairs ?? []).toSorted((one, other) => other[2] - one[2]);
  const [best] = made;
  if (best) return [[best[0], best[1]]];
  const near = (similar ?? [])
    .map(([meant, count]) => ({ meant, count, edits: judgeChange(word, meant) }))
    .filter(({ edits }) => edits < Infinity)
    .toSorted((one, other) => one.edits - other.edits || other.count - one.count);
  const least = near[0]?.edits;
  return near
    .filter(({ edits }) => edits === least)
    .slice(0, mostMeant)
    .map(({ meant }) => [meant]);
}

/** Words that share most with one that was typed, though it takes more changes than a slip does: up to two fifths of its letters. */
function guessMeant(word: string, { similar }: WordRow): string[][] {
  const most = Math.floor((word.length * 2) / 5);
  return (similar ?? [])
    .map(([meant, count]) => ({ meant, count, edits: countEdits(word, meant, most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits || other.count - one.count)
    .slice(0, mostMeant)
    .map(({ meant }) => [meant]);
}

/** The other texts of each group that a term, or terms beside each other, is one of. */
function addSynonyms(
  terms: readonly Term[],
  groups: readonly SynonymGroup[],
  alternatives: Map<Term, string[][]>,
): void {
  const sought = terms.map(({ words }) => words.join(" "));
  for (const group of groups) {
    const texts = group.texts.map((text) => splitWords(text));
    for (const text of group.oneWay ? texts.slice(0, 1) : texts) {
      const place = sought.findIndex(
        (_, index) => sought.slice(index, index + text.length).join(" ") === text.join(" "),
      );
      const term = terms[place];
      if (term === undefined || text.length === 0) continue;
      const others = texts.filter((other) => other !== text && other.length > 0);
      alternatives.set(term, [...(alternatives.get(term) ?? []), ...others]);
    }
  }
}
