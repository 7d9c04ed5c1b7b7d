import { type RawBuilder, sql } from "kysely";
import type { SearchDb } from "./search-db.ts";

/** How much a word counts in the title, in the headings above a chunk, and in its text. */
const rank = "bm25(3, 1.5, 1)";

export interface FoundChunk {
  id: number;
  document: number;
  /** BM25; higher is better. */
  score: number;
}

/** Chunks are looked at up to this rank. */
const mostFound = 200;

/** The query of the chunks that fit a query of the full-text index best: `id`, and `score` by BM25, lower is better. */
export function selectLexical(match: string): RawBuilder<{ id: number; score: number }> {
  return sql`select rowid as id, rank as score from chunk_index
    where chunk_index match ${match} and rank match ${rank} order by rank limit ${sql.lit(mostFound)}`;
}

/** The chunks that fit a query of the full-text index best. */
export async function searchLexical(db: SearchDb, match: string): Promise<FoundChunk[]> {
  const { rows } = await sql<FoundChunk>`select chunks.id, chunks.document, -found.score as score
    from (${selectLexical(match)}) as found
    join chunks on chunks.id = found.id order by found.score, chunks.id`.execute(db);
  return rows;
}
