import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/lib/command.ts";
import type { Local } from "../../scripts/lib/open-local.ts";
import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { openVectorLeg } from "../../worker/search/versions/vector-leg.ts";
import { compareEvaluations } from "./compare-evaluations.ts";
import { evaluate, legs, type QueryResult, summarize } from "./evaluate.ts";
import { readFiles } from "./read-files.ts";

const folder = join(root, "lab/eval/demo");
const measures = ["ndcg", "recall", "mrr"] as const;
const mostListed = 20;

export interface SiteOptions {
  /** Files in TREC form; those of the demo content unless they are given. */
  queries?: string | undefined;
  qrels?: string | undefined;
  /** Of the vectors; the one that serves unless it is given. */
  version?: number;
  /** Where the results go, and results that went there before, with which these are compared. */
  keep?: string | undefined;
  against?: string | undefined;
}

/**
 * Runs judged queries over what is indexed, and prints the figures.
 * @throws {Error} when nothing is indexed
 */
export async function evaluateSite(
  { db, searchDb: search }: Pick<Local, "db" | "searchDb">,
  {
    queries = join(folder, "queries.tsv"),
    qrels = join(folder, "qrels.txt"),
    version: asked,
    keep,
    against,
  }: SiteOptions,
): Promise<void> {
  const searchDb = openSearchDb(search);
  const files = { queries: await readFile(queries, "utf8"), qrels: await readFile(qrels, "utf8") };
  const judged = await readFiles(searchDb, files);
  for (const problem of judged.problems) console.log(problem);
  const leg = openVectorLeg({ SEARCH_DB: search } as Env);
  const scope = { db: openDb(db), searchDb, leg };
  const numbered = Array.from(judged.queries, (query, place) => ({ ...query, id: String(place + 1) }));
  const options = { now: Date.now(), ...(asked !== undefined && { version: asked }) };
  const evaluation = await evaluate(scope, numbered, options);
  if (!evaluation) throw new Error("No judged document is indexed: run `npm start` once.");
  const { results, version } = evaluation;
  console.log(`${results.length} judged queries, ${version?.model ?? "no vectors"}`);
  printFigures("All", results);
  printFigures(
    "Odd numbers (errors were read)",
    results.filter(({ id }) => Number(id) % 2 === 1),
  );
  printFigures(
    "Even numbers (errors were not read)",
    results.filter(({ id }) => Number(id) % 2 === 0),
  );
  for (const name of measures) {
    const { mean, better, worse } = compareEvaluations({ results, leg: "lexical" }, { results, leg: "fused" }, name);
    const interval = `95 %: ${show(mean.from)} to ${show(mean.to)}`;
    console.log(`fused − lexical, ${name}@10: ${show(mean.difference)} (${interval}), p ${show(mean.p)}`);
    console.log(`  ${better} queries better, ${worse} worse`);
  }
  for (const [kind, own] of Map.groupBy(results, (result) => result.kind || "plain")) {
    const means = summarize(own);
    const each = legs.map((name) => `${name} ${show(means[name].ndcg.mean)}`).join("  ");
    console.log(`${kind.padEnd(16)} ${String(own.length).padStart(3)} queries  nDCG@10  ${each}`);
  }
  if (against !== undefined) printChanges(JSON.parse(await readFile(against, "utf8")) as QueryResult[], results);
  if (keep !== undefined) await writeFile(keep, JSON.stringify(results));
}

/** What became of each query since other results, the greatest changes first. */
function printChanges(before: readonly QueryResult[], after: readonly QueryResult[]): void {
  for (const name of measures) {
    const { mean, queries, better, worse } = compareEvaluations(
      { results: before, leg: "fused" },
      { results: after, leg: "fused" },
      name,
    );
    console.log(
      `Against before, ${name}@10: ${show(mean.difference)} (95 %: ${show(mean.from)} to ${show(mean.to)}), ${queries.length} queries in both, ${better} better, ${worse} worse`,
    );
    for (const { text, first, second } of queries.filter(({ difference }) => difference !== 0).slice(0, mostListed))
      console.log(`  ${show(first)} → ${show(second)}  ${text}`);
  }
}

function printFigures(title: string, results: readonly QueryResult[]): void {
  const figures = summarize(results);
  console.log(`${title}: ${results.length} queries`);
  for (const name of legs) {
    const { ndcg, recall, mrr } = figures[name];
    const interval = ({ mean, from, to }: typeof ndcg) => `${show(mean)} (${show(from)}–${show(to)})`;
    console.log(
      `  ${name.padEnd(8)} nDCG@10 ${interval(ndcg)}  recall@10 ${interval(recall)}  MRR@10 ${interval(mrr)}`,
    );
  }
}

function show(figure: number): string {
  return figure.toFixed(3);
}
