import type { Db } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { type Estimate, estimateMean, type Measures, measureRanking } from "../engine/measure-ranking.ts";
import { readTold } from "../find/read-told.ts";
import { searchTold } from "../find/search-site.ts";
import type { SearchScope, VersionInUse } from "../find/types.ts";
import { drawAgain } from "../lsa/draw.ts";
import type { JudgedQuery } from "./read-judged.ts";

export const legs = ["lexical", "vector", "fused"] as const;
export type Leg = (typeof legs)[number];

/** What one leg made of one query: its measures, and the keys of its first ten. */
interface LegResult extends Measures {
  keys: string[];
}

/** One query of an evaluation, as search_evaluations.results has it. */
export interface QueryResult {
  id: string;
  text: string;
  kind: string;
  legs: Record<Leg, LegResult>;
}

/** Means by leg, as search_evaluations.figures has them. */
export type Figures = Record<Leg, Record<keyof Measures, Estimate>>;

export interface Evaluation {
  /** 0 where words alone were asked. */
  version: number;
  about: string;
  figures: Figures;
  results: QueryResult[];
}

const depth = 10;
/** Searches that run beside each other. */
const atOnce = 6;

/**
 * Runs judged queries through the site's search as visitors have it, with staff's synonyms, pins and exclusions. Two queries of D1
 * for each, and one more: D1 allows 1,000 for one request, so at most `mostQueries`. About 5 ms of CPU a query. Queries without a
 * grade above 0 are left out.
 */
export async function runQueries(
  scope: SearchScope,
  judged: readonly JudgedQuery[],
  { now, version }: { now: number; version?: number },
): Promise<{ results: QueryResult[]; version: VersionInUse | null }> {
  const told = await readTold(scope.db, now);
  const results: QueryResult[] = [];
  let used: VersionInUse | null = null;
  for (let index = 0; index < judged.length; index += atOnce)
    results.push(
      ...(
        await Promise.all(
          judged.slice(index, index + atOnce).map(async (query): Promise<QueryResult[]> => {
            const options = { text: query.text, now, most: 50, ...(version === undefined ? {} : { version }) };
            const { hits, version: answered } = await searchTold(scope, options, told);
            used ??= answered;
            const rankBy = (leg: "lexical" | "vector") =>
              hits
                .filter((hit) => hit[leg] !== null)
                .toSorted((one, other) => (one[leg]?.rank ?? 0) - (other[leg]?.rank ?? 0))
                .map(({ key }) => key);
            const ranked = { lexical: rankBy("lexical"), vector: rankBy("vector"), fused: hits.map(({ key }) => key) };
            const measured = legs.map((leg) => [leg, measureLeg(ranked[leg], query)] as const);
            return measured.every(([, result]) => result !== null)
              ? [
                  {
                    id: query.id,
                    text: query.text,
                    kind: query.kind,
                    legs: Object.fromEntries(measured) as QueryResult["legs"],
                  },
                ]
              : [];
          }),
        )
      ).flat(),
    );
  return { results, version: used };
}

/** More would be past what D1 answers in one request. */
export const mostQueries = 450;

function measureLeg(keys: readonly string[], { grades }: JudgedQuery): LegResult | null {
  const measures = measureRanking(keys, grades);
  return measures && { ...measures, keys: keys.slice(0, depth) };
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

/** Runs all judged queries for a version, the live one unless told otherwise. Null where nothing is judged. */
export async function evaluate(
  scope: SearchScope,
  judged: readonly JudgedQuery[],
  options: { now: number; version?: number },
): Promise<Evaluation | null> {
  const { results, version } = await runQueries(scope, judged.slice(0, mostQueries), options);
  if (results.length === 0) return null;
  const about = version ? `${version.model}, ${version.dimensions} dimensions` : "Words alone";
  return { version: version?.id ?? 0, about, figures: summarize(results), results };
}

/** The query that stores an evaluation; its id. */
export function planStore(db: Db, { version, about, figures, results }: Evaluation, at: number) {
  const id = newId();
  const row = {
    id,
    created_at: at,
    search_version: version,
    about: about.slice(0, 200),
    queries: results.length,
    figures: JSON.stringify(figures),
    results: JSON.stringify(results),
  };
  return { id, query: db.insertInto("search_evaluations").values(row) };
}
