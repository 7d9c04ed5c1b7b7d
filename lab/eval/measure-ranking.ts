/** How good a ranking is, held against judgements of people. */

/** Grades by document, from 0 (of no use) up. What is not in it counts as 0. */
export type Judgements = ReadonlyMap<string, number>;

export interface Measures {
  /** Normalised discounted cumulative gain of the first ten: gain is the grade, the discount log2(rank + 1), as in trec_eval. */
  ndcg: number;
  /** Part of the documents with a grade above 0 that are among the first ten. */
  recall: number;
  /** 1 / rank of the first of the first ten that has a grade above 0. */
  mrr: number;
}

const depth = 10;

/** The measures of one query: `ranked` has keys of documents, the best first. Null where nothing is judged to be of use. */
export function measureRanking(ranked: readonly string[], judgements: Judgements): Measures | null {
  const ideal = [...judgements.values()].filter((grade) => grade > 0).toSorted((one, other) => other - one);
  if (ideal.length === 0) return null;
  const gains = [...new Set(ranked)].slice(0, depth).map((key) => Math.max(0, judgements.get(key) ?? 0));
  const found = gains.filter((gain) => gain > 0).length;
  const first = gains.findIndex((gain) => gain > 0);
  return {
    ndcg: sumGains(gains) / sumGains(ideal.slice(0, depth)),
    recall: found / ideal.length,
    mrr: first === -1 ? 0 : 1 / (first + 1),
  };
}

function sumGains(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}

/** Means over queries. */
export function averageMeasures(all: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) =>
    all.reduce((sum, measures) => sum + measures[name], 0) / Math.max(1, all.length);
  return { ndcg: mean("ndcg"), recall: mean("recall"), mrr: mean("mrr") };
}

export interface Comparison {
  /** Mean of the differences, second minus first. */
  difference: number;
  /** Between these it lies in 95 of 100 drawn samples. */
  from: number;
  to: number;
  /** Part of the samples in which the second is not better. */
  p: number;
}

/**
 * Compares two rankings query by query (paired bootstrap). `first` and `second` have one figure a query, in the same order;
 * `draw` gives numbers from 0 to below 1.
 */
export function comparePaired(
  first: readonly number[],
  second: readonly number[],
  { draw, samples = 10_000 }: { draw: () => number; samples?: number },
): Comparison {
  const differences = first.map((figure, index) => (second[index] ?? 0) - figure);
  const count = differences.length;
  const mean = (pick: (index: number) => number) => {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += differences[pick(index)] ?? 0;
    return sum / Math.max(1, count);
  };
  const means = Float64Array.from({ length: samples }, () => mean(() => Math.floor(draw() * count))).toSorted();
  return {
    difference: mean((index) => index),
    from: means[Math.floor(samples * 0.025)] ?? 0,
    to: means[Math.floor(samples * 0.975)] ?? 0,
    p: means.filter((value) => value <= 0).length / samples,
  };
}

export interface Estimate {
  mean: number;
  /** Between these the mean lies in 95 of 100 drawn samples. */
  from: number;
  to: number;
}

/** The mean of figures with its interval (bootstrap over queries). */
export function estimateMean(
  figures: readonly number[],
  { draw, samples = 2000 }: { draw: () => number; samples?: number },
): Estimate {
  const { difference, from, to } = comparePaired(
    figures.map(() => 0),
    figures,
    { draw, samples },
  );
  return { mean: difference, from, to };
}
