import { sql } from "kysely";
import type { SearchDb } from "./search-db.ts";

/** How much a word counts in the title, in the headings above a chunk, and in its text. */
export interface FieldWeights {
  title: number;
  trail: number;
  body: number;
}

const fieldWeights: FieldWeights = { title: 3, trail: 1.5, body: 1 };

export interface FoundChunk {
  id: number;
  document: number;
  /** BM25; higher is better. */
  score: number;
}

/** Chunks are looked at up to this rank. */
const mostFound = 200;

/** The chunks that fit a query of the full-text index best. `kinds` narrows it down to documents of these kinds. */
export async function searchLexical(
  db: SearchDb,
  match: string,
  {
    weights = fieldWeights,
    limit = mostFound,
    kinds,
  }: { weights?: FieldWeights; limit?: number; kinds?: readonly string[] } = {},
): Promise<FoundChunk[]> {
  const rank = `bm25(${weights.title}, ${weights.trail}, ${weights.body})`;
  const ofKinds = kinds
    ? sql`and rowid in (select chunks.id from documents join chunks on chunks.document = documents.id
        where documents.kind in (select value from json_each(${JSON.stringify(kinds)})))`
    : sql``;
  const { rows } = await sql<FoundChunk>`
    select chunks.id, chunks.document, -found.score as score from (
      select rowid as id, rank as score from chunk_index
      where chunk_index match ${match} and rank match ${rank} ${ofKinds} order by rank limit ${limit}) as found
    join chunks on chunks.id = found.id order by found.score, chunks.id`.execute(db);
  return rows;
}
