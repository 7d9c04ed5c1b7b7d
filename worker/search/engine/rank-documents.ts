/** A chunk with how well it fits. */
export interface ScoredChunk {
  id: number;
  document: number;
  score: number;
  /** What of the score is its document's, and counts once however many chunks there are; 0 by default. */
  whole?: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Its chunks that fit, the best one first. */
  chunks: number[];
}

/** What the further chunks of a document add, each less than the one before it: a document is as good as its best passage. */
const addedByFurther = 0.1;

/** Documents by their chunks, the best ones first; equal ones in the order in which their chunks came. */
export function rankDocuments(chunks: readonly ScoredChunk[]): RankedDocument[] {
  const byDocument = Map.groupBy(chunks, ({ document }) => document);
  return Array.from(byDocument, ([document, own]) => {
    const sorted = own.toSorted((one, other) => other.score - one.score);
    const score = sorted.reduce(
      (sum, { score: gain, whole = 0 }, place) => sum + (place === 0 ? gain : (gain - whole) * addedByFurther ** place),
      0,
    );
    return { document, score, chunks: sorted.map(({ id }) => id) };
  }).toSorted((one, other) => other.score - one.score);
}
