/** The figures of evaluations as they are stored. */

export interface Estimate {
  mean: number;
  /** Ends of the interval of 95 %. */
  from: number;
  to: number;
}

type Leg = "lexical" | "vector" | "fused";
type Metric = "ndcg" | "recall" | "mrr";

/** What search_evaluations.figures holds, by metric. A leg that did not stand counts as nothing. */
export function readFigures(json: string): Record<Metric, Record<Leg, Estimate>> {
  const byLeg = JSON.parse(json) as Partial<Record<Leg, Partial<Record<Metric, Estimate>> | null>>;
  const read = (leg: Leg, metric: Metric) => byLeg[leg]?.[metric] ?? { mean: 0, from: 0, to: 0 };
  const byMetric = (metric: Metric) => ({
    lexical: read("lexical", metric),
    vector: read("vector", metric),
    fused: read("fused", metric),
  });
  return { ndcg: byMetric("ndcg"), recall: byMetric("recall"), mrr: byMetric("mrr") };
}

/** What one ranking made of one query. */
export interface StoredRanking {
  ndcg: number;
  recall: number;
  mrr: number;
  /** Of its first ten documents. */
  keys: readonly string[];
}

/** One query of an evaluation. */
export interface StoredResult {
  id: string;
  text: string;
  lexical?: StoredRanking | null;
  vector?: StoredRanking | null;
  fused?: StoredRanking | null;
}
