import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { compareEvaluations } from "../../worker/search/judge/compare-evaluations.ts";
import { evaluate, legs, type QueryResult, summarize } from "../../worker/search/judge/evaluate.ts";
import { readFiles } from "../../worker/search/staff/read-files.ts";
import { openVectorLeg } from "../../worker/search/versions/vector-leg.ts";
import { root } from "../../scripts/lib/command.ts";

const folder = join(root, "lab/eval/demo");

/**
 * Runs the shipped judgements over what `npm start` has indexed, and prints the figures.
 * @throws {Error} when nothing is indexed
 */
export async function evaluateDemo({
  db: d1,
  searchDb: search,
}: {
  db: D1Database;
  searchDb: D1Database;
}): Promise<void> {
  const [queries, qrels] = await Promise.all(
    ["queries.tsv", "qrels.txt"].map((file) => readFile(join(folder, file), "utf8")),
  );
  const searchDb = openSearchDb(search);
  const judged = await readFiles(searchDb, { queries: queries ?? "", qrels: qrels ?? "" });
  for (const problem of judged.problems) console.log(problem);
  const leg = openVectorLeg({ SEARCH_DB: search } as Env);
  const scope = { db: openDb(d1), searchDb, leg };
  const numbered = Array.from(judged.queries, (query, place) => ({ ...query, id: String(place + 1) }));
  const evaluation = await evaluate(scope, numbered, { now: Date.now() });
  if (!evaluation) throw new Error("Nothing is indexed yet: run `npm start` once.");
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
  for (const name of ["ndcg", "recall", "mrr"] as const) {
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
