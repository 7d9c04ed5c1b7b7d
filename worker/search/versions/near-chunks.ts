import type { ScoredChunk } from "../engine/rank-documents.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { isInVectorize, readVectors, type VectorMemory } from "./vector-memory.ts";
import type { VersionInUse } from "../find/types.ts";
import { findInIndex } from "./vectorize.ts";

/**
 * The chunks whose vectors are nearest to `query`, the nearest first: at most `most`, each with the cosine as its score, which is above 0.
 * Reads the vectors of the version if this isolate has others: some queries of a megabyte each once, none after that. Vectorize is asked
 * instead where it has them.
 */
export async function findNear(
  { env }: { env: Pick<Env, "SEARCH_DB" | "VECTORIZE"> },
  version: Pick<VersionInUse, "id" | "dimensions" | "generation">,
  query: Float32Array,
  most: number,
): Promise<ScoredChunk[]> {
  const db = openSearchDb(env.SEARCH_DB);
  const { VECTORIZE } = env;
  if (VECTORIZE && (await isInVectorize(db, version)))
    return findInIndex(db, VECTORIZE, { version: version.id, query, most });
  return searchMemory(await readVectors(db, version), query, most);
}

/** The same over vectors that are at hand. */
function searchMemory(memory: VectorMemory, query: Float32Array, most: number): ScoredChunk[] {
  const { dimensions, chunks, documents, data, lengths } = memory;
  if (query.length !== dimensions) return [];
  const length = Math.hypot(...query);
  if (length === 0) return [];
  const scores = new Float32Array(chunks.length);
  for (let place = 0, from = 0; place < chunks.length; place += 1, from += dimensions) {
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1)
      sum += (query[index] as number) * (data[from + index] as number);
    const own = lengths[place] as number;
    scores[place] = own === 0 ? 0 : sum / (own * length);
  }
  const least = scores.length > most ? (scores.toSorted().at(-most) ?? 0) : 0;
  const found: ScoredChunk[] = [];
  for (const [place, score] of scores.entries())
    if (score > 0 && score >= least) found.push({ id: chunks[place] ?? 0, document: documents[place] ?? 0, score });
  return found.toSorted((one, other) => other.score - one.score || one.id - other.id).slice(0, most);
}
