import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDb } from "../../worker/db/client.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { stemText } from "../../worker/search/engine/stem-words.ts";
import type { VectorLeg } from "../../worker/search/find/types.ts";
import { compareEvaluations } from "../../worker/search/judge/compare-evaluations.ts";
import { legs, type QueryResult, runQueries, summarize } from "../../worker/search/judge/evaluate.ts";
import { readTrec } from "../../worker/search/judge/trec.ts";
import { embedByRows } from "../../worker/search/versions/lsa-provider.ts";
import { findNear } from "../../worker/search/versions/near-chunks.ts";
import { root } from "../lib/command.ts";

const folder = join(root, "scripts/eval/demo");

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
  const rows = await searchDb.selectFrom("documents").select(["key", "path"]).execute();
  if (rows.length === 0) throw new Error("Nothing is indexed yet: run `npm start` once.");
  const keys = new Map(rows.map(({ key, path }) => [path, key]));
  const judged = readTrec({ queries: queries ?? "", qrels: qrels ?? "" }).judged.map(
    ({ text, kind, grades }, index) => ({
      id: String(index + 1),
      text,
      kind,
      grades: new Map(Array.from(grades, ([path, grade]) => [keys.get(path) ?? path, grade])),
    }),
  );
  const leg: VectorLeg = {
    async findNear(version, { text, stems }) {
      const vector = embedByRows(stemText(text), stems);
      return vector ? findNear({ env: { SEARCH_DB: search } }, version, vector, 200) : [];
    },
  };
  const scope = { db: openDb(d1), searchDb, leg };
  const { results, version } = await runQueries(scope, judged, { now: Date.now() });
  console.log(`${rows.length} documents, ${results.length} judged queries, ${version?.model ?? "no vectors"}`);
  printFigures("All", results);
  printFigures(
    "Odd numbers (tuned on)",
    results.filter(({ id }) => Number(id) % 2 === 1),
  );
  printFigures(
    "Even numbers (held out)",
    results.filter(({ id }) => Number(id) % 2 === 0),
  );
  const compared = compareEvaluations({ results, leg: "lexical" }, { results, leg: "fused" });
  for (const name of ["ndcg", "recall", "mrr"] as const) {
    const { difference, from, to, p } = compared[name];
    console.log(`fused − lexical, ${name}@10: ${show(difference)} (95 %: ${show(from)} to ${show(to)}), p ${show(p)}`);
  }
  console.log(`${compared.better} queries better, ${compared.worse} worse`);
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
