import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import { type Ranking, selectLexical } from "../engine/search-lexical.ts";
import { hasHash } from "../versions/vectorize.ts";
import type { NearChunk } from "./types.ts";

/** A chunk that one of the legs has found, with its document. */
export interface ChunkRow {
  id: number;
  document: number;
  place: number;
  anchor: string;
  /** JSON: string[]. */
  trail: string;
  /** Of the chunks that are likely to be shown; null of the others. */
  text: string | null;
  /** BM25 of it and of its document, higher is better; null where the words are in neither. */
  lexical: number | null;
  /** What of that is its document's. */
  whole: number | null;
  /** The cosine; null where it is not near. */
  vector: number | null;
  key: string;
  kind: string;
  path: string;
  title: string;
  summary: string;
}

/** Texts are read of so many documents of each leg, and of so many chunks of each. */
const documentsWithText = 50;
const chunksWithText = 3;

/**
 * Asks once: the chunks that fit `match` best by `ranking`, and those of `near`, each with its document. Nothing is asked where
 * there is neither.
 */
export async function askChunks(
  db: SearchDb,
  { match, ranking, near }: { match: string | null; ranking: Ranking; near: readonly NearChunk[] },
): Promise<ChunkRow[]> {
  if (match === null && near.length === 0) return [];
  const byId = JSON.stringify(near.flatMap((chunk) => ("id" in chunk ? [[chunk.id, chunk.score]] : [])));
  const byHash = JSON.stringify(near.flatMap((chunk) => ("hash" in chunk ? [[chunk.hash, chunk.score]] : [])));
  const byWords =
    match === null ? sql`select null as id, null as score, null as whole where false` : selectLexical(match, ranking);
  const { rows } = await sql<ChunkRow>`
    with found as materialized (
      select id, max(lexical) as lexical, max(whole) as whole, max(vector) as vector from (
        select id, score as lexical, whole, null as vector from (${byWords})
        union all select value ->> 0, null, null, value ->> 1 from json_each(${byId})
        union all select chunks.id, null, null, value ->> 1 from json_each(${byHash}) cross join chunks on ${hasHash})
      group by id),
    placed as (
      select found.*, chunks.document,
        row_number() over (partition by document order by lexical desc nulls last) as lexical_place,
        row_number() over (partition by document order by vector desc nulls last) as vector_place
      from found join chunks on chunks.id = found.id),
    chosen as (
      select *, row_number() over (order by lexical_place > 1, lexical desc nulls last) as lexical_rank,
        row_number() over (order by vector_place > 1, vector desc nulls last) as vector_rank from placed)
    select chunks.id, chunks.document, chunks.place, anchor, trail, lexical, whole, vector, key, kind, path, title, summary,
      iif((lexical is not null and lexical_place <= ${sql.lit(chunksWithText)} and document_lexical <= ${sql.lit(documentsWithText)})
        or (vector is not null and vector_place = 1 and vector_rank <= ${sql.lit(documentsWithText)}), text, null) as text
    from (select *, min(lexical_rank) over (partition by document) as document_lexical from chosen) as chosen
    join chunks on chunks.id = chosen.id join documents on documents.id = chunks.document
    order by chunks.id`.execute(db);
  return rows;
}
