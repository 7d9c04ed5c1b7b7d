import { drawAgain } from "../lsa/draw.ts";
import { type Doer, runRecorded } from "#worker/audit/run-versioned.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { measureRanking, type Measures } from "../engine/measure-ranking.ts";
import { readTold } from "../find/read-told.ts";
import { searchTold } from "../find/search-site.ts";
import type { Hit, SearchScope } from "../find/types.ts";
import type { Estimate, StoredResult } from "./evaluations.ts";
import { listQueries } from "./judged-queries.ts";
import { listVersionNames } from "./list-versions.ts";

/** Two queries of the search's database each; an answer may ask a thousand. */
const mostQueries = 400;
const atOnce = 6;
const samples = 1000;
const legs = ["lexical", "vector", "fused"] as const;
type Leg = (typeof legs)[number];

/**
 * Runs the judged queries through the search of the site and stores what came of it. Returns the id of the evaluation.
 * @throws {ConflictError} where nothing is judged
 */
export async function evaluateNow(
  scope: SearchScope,
  { now, version }: { now: number; version?: number },
  doer: Doer,
): Promise<string> {
  const [queries, told, versions] = await Promise.all([
    listQueries(scope.db),
    readTold(scope.db, now),
    listVersionNames(scope.searchDb),
  ]);
  const judged = queries.filter(({ grades }) => Object.values(grades).some((grade) => grade > 0)).slice(0, mostQueries);
  if (judged.length === 0) throw new ConflictError("No query is judged yet. Judge some results first.");
  const measured = versions.find(({ id, isLive }) => (version === undefined ? isLive : id === version));
  const results: StoredResult[] = [];
  for (let index = 0; index < judged.length; index += atOnce) {
    const part = judged.slice(index, index + atOnce).map(async ({ id, text, grades }): Promise<StoredResult> => {
      const options = { text, now, most: 50, ...(version !== undefined && { version }) };
      const { hits } = await searchTold(scope, options, told);
      const judgements = new Map(Object.entries(grades));
      const measure = (leg: Leg) => {
        const keys = rank(hits, leg).slice(0, 10);
        const { ndcg, recall, mrr } = measureRanking(keys, judgements) ?? { ndcg: 0, recall: 0, mrr: 0 };
        return { ndcg, recall, mrr, keys };
      };
      return { id, text, lexical: measure("lexical"), vector: measure("vector"), fused: measure("fused") };
    });
    results.push(...(await Promise.all(part)));
  }
  const id = newId();
  await runRecorded(scope.db, {
    ...doer,
    subject: id,
    audit: { action: "search_evaluation.run", detail: { queries: results.length, version: measured?.id ?? 0 } },
    queries: [
      scope.db.insertInto("search_evaluations").values({
        id,
        created_at: now,
        search_version: measured?.id ?? 0,
        about: measured?.name ?? "Words alone",
        queries: results.length,
        figures: JSON.stringify(Object.fromEntries(legs.map((leg) => [leg, estimate(results, leg)]))),
        results: JSON.stringify(results),
      }),
    ],
  });
  return id;
}

/** Keys in the order of a ranking. */
function rank(hits: readonly Hit[], leg: Leg): string[] {
  if (leg === "fused") return hits.map(({ key }) => key);
  return hits
    .flatMap(({ key, [leg]: place }) => (place ? [{ key, rank: place.rank }] : []))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ key }) => key);
}

/** Means, with intervals of 95 % by bootstrap; the same for the same results. */
function estimate(results: readonly StoredResult[], leg: Leg): Record<keyof Measures, Estimate> {
  const draw = drawAgain();
  const places = Array.from({ length: samples }, () => results.map(() => Math.floor(draw() * results.length)));
  const of = (metric: keyof Measures): Estimate => {
    const figures = results.map((result) => result[leg]?.[metric] ?? 0);
    const means = places.map((sample) => mean(sample.map((place) => figures[place] ?? 0))).toSorted((a, b) => a - b);
    return {
      mean: mean(figures),
      from: means[Math.floor(samples * 0.025)] ?? 0,
      to: means[Math.floor(samples * 0.975)] ?? 0,
    };
  };
  return { ndcg: of("ndcg"), recall: of("recall"), mrr: of("mrr") };
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, figure) => sum + figure, 0) / Math.max(1, list.length);
}
