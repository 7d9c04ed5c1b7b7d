import { type Comparison, comparePaired, type Measures } from "./measure-ranking.ts";
import { drawAgain } from "../../worker/search/lsa/draw.ts";
import type { Leg, QueryResult } from "./evaluate.ts";

interface ComparedQuery {
  text: string;
  /** Of the measure that is compared. */
  first: number;
  second: number;
  /** Second minus first. */
  difference: number;
}

interface EvaluationComparison {
  mean: Comparison;
  /** Those that both have; the largest differences first. */
  queries: ComparedQuery[];
  better: number;
  worse: number;
}

/** Smaller differences come from how numbers are stored. */
const leastDifference = 1e-9;

/** Compares a measure of a leg of one evaluation with that of a leg of another (or of the same), query by query, by their words. */
export function compareEvaluations(
  first: { results: readonly QueryResult[]; leg: Leg },
  second: { results: readonly QueryResult[]; leg: Leg },
  measure: keyof Measures,
): EvaluationComparison {
  const others = new Map(second.results.map((result) => [result.text, result.legs[second.leg][measure]]));
  const queries = first.results.flatMap(({ text, legs }): ComparedQuery[] => {
    const [own, other] = [legs[first.leg][measure], others.get(text)];
    if (other === undefined) return [];
    const difference = Math.abs(other - own) > leastDifference ? other - own : 0;
    return [{ text, first: own, second: other, difference }];
  });
  return {
    mean: comparePaired(
      queries.map((query) => query.first),
      queries.map((query) => query.second),
      { draw: drawAgain() },
    ),
    queries: queries.toSorted(
      (one, other) => Math.abs(other.difference) - Math.abs(one.difference) || one.text.localeCompare(other.text),
    ),
    better: queries.filter(({ difference }) => difference > 0).length,
    worse: queries.filter(({ difference }) => difference < 0).length,
  };
}
