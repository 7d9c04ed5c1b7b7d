import { type RawBuilder, sql } from "kysely";
import type { SearchDb } from "./search-db.ts";

/** How much a word counts in the title, in the headings above a chunk, and in its text; of a chunk, and of a whole document. */
export const chunkWeights = { title: 3, trail: 1.5, body: 1 } as const;
const documentWeights = { title: 5, trail: 2, body: 1 } as const;

/** Ranks as the index takes them: weights in the order of its columns. */
export const chunkRank = writeRank(chunkWeights);
export const documentRank = writeRank(documentWeights);

function writeRank({ title, trail, body }: Record<"title" | "trail" | "body", number>): string {
  return `bm25(${title}, ${trail}, ${body})`;
}

/** What the score of its document adds to that of a chunk: a document that has all words, though apart, is more than a chunk of one. */
const documentShare = 1;

export interface FoundChunk {
  id: number;
  document: number;
  /** BM25; higher is better. */
  score: number;
}

/** Chunks are looked at up to this rank. */
const mostFound = 200;

/**
 * The query of the chunks that fit a query of the full-text index best: `id`, and `score` by BM25 of the chunk and of its
 * document, lower is better.
 */
export function selectLexical(match: string): RawBuilder<{ id: number; score: number }> {
  return sql`select best.id, best.score + ${sql.lit(documentShare)} * coalesce(whole.score, 0) as score
    from (select rowid as id, rank as score from chunk_index
      where chunk_index match ${match} and rank match ${chunkRank} order by rank limit ${sql.lit(mostFound)}) as best
    join chunks as part on part.id = best.id
    left join (select rowid as id, rank as score from document_index
      where document_index match ${match} and rank match ${documentRank} order by rank limit ${sql.lit(mostFound)}) as whole
    on whole.id = part.document`;
}

/** The chunks that fit a query of the full-text index best. */
export async function searchLexical(db: SearchDb, match: string): Promise<FoundChunk[]> {
  const { rows } = await sql<FoundChunk>`select chunks.id, chunks.document, -found.score as score
    from (${selectLexical(match)}) as found
    join chunks on chunks.id = found.id order by found.score, chunks.id`.execute(db);
  return rows;
}
