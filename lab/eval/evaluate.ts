import { readSearchContext } from "../../worker/search/find/search-context.ts";
import { searchWithContext } from "../../worker/search/find/search-site.ts";
import type { Hit, SearchScope, VersionInUse } from "../../worker/search/find/types.ts";
import { drawAgain } from "../../worker/search/lsa/draw.ts";
import { type Estimate, estimateMean, type Measures, measureRanking } from "./measure-ranking.ts";
import type { JudgedQuery } from "./trec.ts";

export const legs = ["lexical", "vector", "fused"] as const;
export type Leg = (typeof legs)[number];

/** What one leg made of one query: its measures, and the keys of its first ten. */
interface LegResult extends Measures {
  keys: string[];
}

/** One query of an evaluation. */
export interface QueryResult {
  id: string;
  text: string;
  kind: string;
  legs: Record<Leg, LegResult>;
}

/** Means by leg. */
type Figures = Record<Leg, Record<keyof Measures, Estimate>>;

export interface Evaluation {
  /** Null where words alone were asked. */
  version: VersionInUse | null;
  figures: Figures;
  results: QueryResult[];
}

const depth = 10;
/** Searches that run beside each other. */
const atOnce = 6;

/**
 * Runs judged queries through the site's search as visitors have it, with staff's synonyms, pins and exclusions, for a version,
 * the live one by default. About 5 ms of CPU a query. Queries without a grade above 0 are left out; null where nothing is left.
 */
export async function evaluate(
  scope: SearchScope,
  judged: readonly (JudgedQuery & { id: string })[],
  { now, version }: { now: number; version?: number },
): Promise<Evaluation | null> {
  const context = await readSearchContext(scope.db, now);
  const useful = judged.filter(({ grades }) => Object.values(grades).some((grade) => grade > 0));
  const results: QueryResult[] = [];
  let used: VersionInUse | null = null;
  const run = async ({ id, text, kind, grades }: (typeof useful)[number]): Promise<QueryResult> => {
    const options = { text, now, most: 50, ...(version !== undefined && { version }) };
    const { hits, version: answered } = await searchWithContext(scope, options, context);
    used ??= answered;
    const judgements = new Map(Object.entries(grades));
    const measure = (leg: Leg): LegResult => {
      const keys = rankBy(hits, leg);
      const measures = measureRanking(keys, judgements) ?? { ndcg: 0, recall: 0, mrr: 0 };
      return { ...measures, keys: keys.slice(0, depth) };
    };
    return {
      id,
      text,
      kind,
      legs: { lexical: measure("lexical"), vector: measure("vector"), fused: measure("fused") },
    };
  };
  for (let index = 0; index < useful.length; index += atOnce)
    results.push(...(await Promise.all(useful.slice(index, index + atOnce).map(run))));
  return results.length === 0 ? null : { version: used, figures: summarize(results), results };
}

/** Keys in the order of a leg. */
function rankBy(hits: readonly Hit[], leg: Leg): string[] {
  if (leg === "fused") return hits.map(({ key }) => key);
  return hits
    .flatMap(({ key, [leg]: place }) => (place ? [{ key, rank: place.rank }] : []))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ key }) => key);
}

/** The means of all queries with their intervals. The same results give the same figures. */
export function summarize(results: readonly QueryResult[]): Figures {
  const estimate = (leg: Leg, name: keyof Measures) =>
    estimateMean(
      results.map((result) => result.legs[leg][name]),
      { draw: drawAgain() },
    );
  return Object.fromEntries(
    legs.map((leg) => [
      leg,
      { ndcg: estimate(leg, "ndcg"), recall: estimate(leg, "recall"), mrr: estimate(leg, "mrr") },
    ]),
  ) as Figures;
}
