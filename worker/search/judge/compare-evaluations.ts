import { type Comparison, comparePaired, type Measures } from "../engine/measure-ranking.ts";
import { drawAgain } from "../lsa/draw.ts";
import type { Leg, QueryResult } from "./evaluate.ts";

export interface ComparedQuery {
  id: string;
  text: string;
  kind: string;
  first: Measures;
  second: Measures;
  /** Of nDCG, second minus first. */
  difference: number;
  firstKeys: readonly string[];
  secondKeys: readonly string[];
}

export interface EvaluationComparison {
  ndcg: Comparison;
  recall: Comparison;
  mrr: Comparison;
  /** Those that both have; the largest differences first. */
  queries: ComparedQuery[];
  better: number;
  worse: number;
}

/** Compares a leg of one evaluation with one of another (or of the same), query by query. */
export function compareEvaluations(
  first: { results: readonly QueryResult[]; leg: Leg },
  second: { results: readonly QueryResult[]; leg: Leg },
): EvaluationComparison {
  const others = new Map(second.results.map((result) => [result.id, result.legs[second.leg]]));
  const queries = first.results.flatMap(({ id, text, kind, legs: { [first.leg]: own } }): ComparedQuery[] => {
    const other = others.get(id);
    if (!other) return [];
    const difference = other.ndcg - own.ndcg;
    return [{ id, text, kind, first: own, second: other, difference, firstKeys: own.keys, secondKeys: other.keys }];
  });
  const compare = (name: keyof Measures) =>
    comparePaired(
      queries.map((query) => query.first[name]),
      queries.map((query) => query.second[name]),
      { draw: drawAgain() },
    );
  return {
    ndcg: compare("ndcg"),
    recall: compare("recall"),
    mrr: compare("mrr"),
    queries: queries.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference)),
    better: queries.filter(({ difference }) => difference > 0).length,
    worse: queries.filter(({ difference }) => difference < 0).length,
  };
}
