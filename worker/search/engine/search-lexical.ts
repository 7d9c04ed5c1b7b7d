import { type RawBuilder, sql } from "kysely";
import type { SearchDb } from "./search-db.ts";

interface FieldWeights {
  title: number;
  trail: number;
  body: number;
}

/** How BM25 of a whole document and of its best passage make its rank. Decision 085 says how this was chosen. */
export interface Ranking {
  /** How much a word counts in the title, in the headings above a passage, and in its text. */
  passage: FieldWeights;
  document: FieldWeights;
  /** What the score of the best passage adds to that of its document. */
  passageShare: number;
}

/** Few words are those of a title as often as not, and stand together where they are what is sought. */
const briefRanking: Ranking = {
  passage: { title: 3, trail: 1.5, body: 1 },
  document: { title: 5, trail: 2, body: 1 },
  passageShare: 1,
};

/** A sentence or a paragraph: plain BM25 over whole documents. Passages only decide what is shown. */
const longRanking: Ranking = {
  passage: { title: 1, trail: 1, body: 1 },
  document: { title: 1, trail: 1, body: 1 },
  passageShare: 0,
};

/** From so many words on a query is a long one. */
const longFrom = 5;

/** The ranking for a query of so many significant words. */
export function chooseRanking(words: number): Ranking {
  return words < longFrom ? briefRanking : longRanking;
}

/** A ranking as the index takes it: weights in the order of its columns. */
export function writeRank({ title, trail, body }: FieldWeights): string {
  return `bm25(${title}, ${trail}, ${body})`;
}

export interface FoundChunk {
  id: number;
  document: number;
  /** BM25 of its document, with its own share; higher is better. */
  score: number;
  /** BM25 of its document alone. */
  whole: number;
}

/** Passages and documents are looked at up to this rank. */
const mostFound = 200;

/**
 * The query of what fits a query of the full-text index best: `id` of a passage, `whole` of its document, and `score`, which is
 * the same with the passage's share. A document that is found as a whole, and none of whose passages is among the best, has its
 * beginning here.
 */
export function selectLexical(
  match: string,
  ranking: Ranking,
): RawBuilder<{ id: number; score: number; whole: number }> {
  const { passage, document, passageShare } = ranking;
  const best = (table: string, weights: FieldWeights) => sql`select rowid as id, -rank as score from ${sql.table(table)}
    where ${sql.table(table)} match ${match} and rank match ${sql.lit(writeRank(weights))} order by rank limit ${sql.lit(mostFound)}`;
  return sql`
    with whole as materialized (${best("document_index", document)}),
      passages as materialized (${best("chunk_index", passage)}),
      parts as materialized (select chunks.id, chunks.document, passages.score
        from passages cross join chunks on chunks.id = passages.id)
    select parts.id, coalesce(whole.score, 0) + ${sql.lit(passageShare)} * parts.score as score,
      coalesce(whole.score, 0) as whole from parts left join whole on whole.id = parts.document
    union all
    select chunks.id, whole.score, whole.score from whole cross join chunks on chunks.document = whole.id and chunks.place = 0
      where whole.id not in (select document from parts)`;
}

/** The passages that fit a query of the full-text index best, the best ones first. */
export async function searchLexical(
  db: SearchDb,
  match: string,
  ranking: Ranking = briefRanking,
): Promise<FoundChunk[]> {
  const { rows } = await sql<FoundChunk>`select chunks.id, chunks.document, found.score, found.whole
    from (${selectLexical(match, ranking)}) as found
    join chunks on chunks.id = found.id order by found.score desc, chunks.id`.execute(db);
  return rows;
}
