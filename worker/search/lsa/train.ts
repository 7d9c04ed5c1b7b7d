/**
 * Latent semantic analysis: words that stand in like texts get like vectors (Deerwester et al. 1990). What is learnt comes
 * from the corpus alone, so it knows which words go together on this site, and nothing of the world.
 */
import { findDirections, type Sparse } from "./linear.ts";

/** A text as its stems. */
export type Stems = readonly string[];

export interface LsaModel {
  dimensions: number;
  /** What is learnt of each stem: its weight (0 to 1), and its vector. */
  terms: ReadonlyMap<string, { weight: number; vector: Float32Array }>;
}

/** A word of one text says nothing about others. */
const leastTexts = 2;
/** With more dimensions than texts bear, each text would be like itself alone. */
const textsOfDimension = 5;
const fewestDimensions = 50;

/**
 * Learns from texts. Weights are log-entropy (Dumais 1991); the decomposition is a randomised one (Halko et al. 2011): `draw`
 * gives numbers from 0 to below 1, and the same ones give the same model. There are at most as many dimensions as the texts have directions.
 */
export function trainLsa(
  texts: readonly Stems[],
  { draw, wanted = 256 }: { draw: () => number; wanted?: number },
): LsaModel {
  const counts = texts.map(countStems);
  const weights = weighTerms(counts);
  const terms = [...weights.keys()];
  const matrix = buildMatrix(counts, weights, terms);
  if (terms.length < 2 || texts.length < 2) return { dimensions: 1, terms: new Map() };
  const supported = Math.max(fewestDimensions, Math.round(texts.length / textsOfDimension));
  const { dimensions, vectors } = findDirections(matrix, { wanted: Math.min(wanted, supported), draw });
  return {
    dimensions,
    terms: new Map(
      terms.map((term, row) => [
        term,
        { weight: weights.get(term) ?? 0, vector: vectors.slice(row * dimensions, (row + 1) * dimensions) },
      ]),
    ),
  };
}

/** How often each stem occurs. */
export function countStems(stems: Stems): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** Of stems of two texts at least: 1 for one that stands in few texts, 0 for one that is spread evenly over all. */
function weighTerms(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, { all: number; texts: number; logs: number }>();
  for (const own of counts)
    for (const [stem, count] of own) {
      const sum = sums.get(stem) ?? { all: 0, texts: 0, logs: 0 };
      sums.set(stem, { all: sum.all + count, texts: sum.texts + 1, logs: sum.logs + count * Math.log(count) });
    }
  const most = Math.log(Math.max(2, counts.length));
  const weighed = Array.from(sums, ([stem, { all, texts, logs }]) => ({
    stem,
    texts,
    // The entropy of its occurrences over the texts.
    weight: 1 - (Math.log(all) - logs / all) / most,
  }));
  return new Map(
    weighed.filter(({ texts, weight }) => texts >= leastTexts && weight > 0).map(({ stem, weight }) => [stem, weight]),
  );
}

function buildMatrix(
  counts: readonly ReadonlyMap<string, number>[],
  weights: ReadonlyMap<string, number>,
  terms: readonly string[],
): Sparse {
  const columnOf = new Map(terms.map((term, column) => [term, column]));
  const starts = new Uint32Array(counts.length + 1);
  const places: number[] = [];
  const values: number[] = [];
  for (const [row, own] of counts.entries()) {
    const entries = Array.from(
      own,
      ([stem, count]) => [columnOf.get(stem), Math.log2(1 + count) * (weights.get(stem) ?? 0)] as const,
    );
    const norm = Math.hypot(...entries.map(([, value]) => value)) || 1;
    for (const [column, value] of entries)
      if (column !== undefined) {
        places.push(column);
        values.push(value / norm);
      }
    starts[row + 1] = places.length;
  }
  return {
    rows: counts.length,
    columns: terms.length,
    starts,
    places: Uint32Array.from(places),
    values: Float32Array.from(values),
  };
}
