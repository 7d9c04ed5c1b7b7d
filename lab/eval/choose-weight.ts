/** The weight of the vector leg for a collection: chosen on its judgements, and measured on others than it was chosen on. */
import { createRandom } from "../../app/art/random.ts";
import { fuseRanks, fusionWeights } from "../../worker/search/engine/fuse.ts";
import type { RankedQuery } from "./rank-collection.ts";

/** What is tried: the site's own first, then what is nearest to it. */
const candidates = [fusionWeights.vector, 0.2, 0.4, 0.1, 0.5, 0, 0.7, 1, 1.4, 2, 3];
/** Of the standard error of the difference: what is worse than the best one by less may as well be as good. */
const withinErrors = 0.5;
const folds = 5;
/** With fewer queries a choice would be one of chance. */
const fewestQueries = 25;

/**
 * A weight for each query, in their order: by `measure`, the one that is best on the queries of the other four fifths, or that is as good
 * and nearer to the site's own. That one for all where there are too few. `measure` gives the figure of a query for the fused documents.
 */
export function chooseWeights(
  queries: readonly RankedQuery[],
  measure: (query: RankedQuery, documents: readonly number[]) => number,
): number[] {
  if (queries.length < fewestQueries) return queries.map(() => fusionWeights.vector);
  const figures = candidates.map((vector) => queries.map((query) => measure(query, fuseQuery(query, vector))));
  const draw = createRandom("folds");
  const order = queries.map((_, place) => ({ place, by: draw() })).toSorted((one, other) => one.by - other.by);
  const chosen = queries.map(() => fusionWeights.vector);
  for (let fold = 0; fold < folds; fold += 1) {
    const others = order.filter((_, index) => index % folds !== fold).map(({ place }) => place);
    const best = chooseAmong(figures.map((own) => others.map((place) => own[place] ?? 0)));
    for (const [index, { place }] of order.entries()) if (index % folds === fold) chosen[place] = best;
  }
  return chosen;
}

/** `figures` has those of the same queries for each candidate. */
function chooseAmong(figures: readonly (readonly number[])[]): number {
  const sums = figures.map((own) => own.reduce((sum, figure) => sum + figure, 0));
  const top = figures[sums.indexOf(Math.max(...sums))] ?? [];
  const place = figures.findIndex((own) => {
    const lacking = top.map((figure, index) => figure - (own[index] ?? 0));
    const mean = lacking.reduce((sum, figure) => sum + figure, 0) / lacking.length;
    const variance = lacking.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) / Math.max(1, lacking.length - 1);
    return mean <= withinErrors * Math.sqrt(variance / lacking.length);
  });
  return candidates[place] ?? fusionWeights.vector;
}

/** The documents of a query, the best first, with a weight of the vector leg. */
export function fuseQuery({ lexical, vector }: RankedQuery, weight: number): number[] {
  return fuseRanks(lexical, vector, { ...fusionWeights, vector: weight }).map(({ document }) => document);
}
