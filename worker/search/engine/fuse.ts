/** How much each leg counts. Decision 085 says how this was chosen. */
export interface FusionWeights {
  lexical: number;
  vector: number;
  /**
   * 0: each document gains its share of the best score of the leg. Above 0: reciprocal ranks, with this added to each rank
   * (Cormack et al. 2009), for models whose scores say little.
   */
  flattening: number;
}

export const fusionWeights: FusionWeights = { lexical: 1, vector: 0.3, flattening: 0 };

/** A document as one leg has found it. */
export interface Scored {
  document: number;
  score: number;
}

export interface Fused {
  document: number;
  score: number;
  /** Ranks from 1 on; null where the leg has not found it. */
  lexical: number | null;
  vector: number | null;
}

/** Documents by the weighted sums of what two lists say of them, the best ones first. Lists begin with the best. */
export function fuseRanks(
  lexical: readonly Scored[],
  vector: readonly Scored[],
  weights: FusionWeights = fusionWeights,
): Fused[] {
  const [inLexical, inVector] = [readPlaces(lexical), readPlaces(vector)];
  const gain = (place: Place | undefined, weight: number) =>
    place === undefined ? 0 : weight * (weights.flattening > 0 ? 1 / (weights.flattening + place.rank) : place.share);
  return [...new Set([...inLexical.keys(), ...inVector.keys()])]
    .map((document) => ({
      document,
      score: gain(inLexical.get(document), weights.lexical) + gain(inVector.get(document), weights.vector),
      lexical: inLexical.get(document)?.rank ?? null,
      vector: inVector.get(document)?.rank ?? null,
    }))
    .toSorted((one, other) => other.score - one.score);
}

interface Place {
  rank: number;
  /** Of the best score of the list. */
  share: number;
}

function readPlaces(found: readonly Scored[]): ReadonlyMap<number, Place> {
  const best = found[0]?.score ?? 0;
  return new Map(
    found.map(({ document, score }, index) => [document, { rank: index + 1, share: best > 0 ? score / best : 0 }]),
  );
}
