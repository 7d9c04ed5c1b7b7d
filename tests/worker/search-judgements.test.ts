/** The judged queries that ship, over the demo content, through the search as visitors have it. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import recorded from "../../scripts/eval/demo/recorded.json";
import qrels from "../../scripts/eval/demo/qrels.txt?raw";
import queries from "../../scripts/eval/demo/queries.tsv?raw";
import openings from "../../scripts/seed/jobs.json";
import { openDb } from "#worker/db/client.ts";
import type { SearchScope, VectorLeg } from "#worker/search/find/types.ts";
import { compareEvaluations } from "#worker/search/judge/compare-evaluations.ts";
import { evaluate, planStore, summarize } from "#worker/search/judge/evaluate.ts";
import { type JudgedQuery, readJudged } from "#worker/search/judge/read-judged.ts";
import { readTrec, writeTrec } from "#worker/search/judge/trec.ts";
import { embedByRows } from "#worker/search/versions/lsa-provider.ts";
import { findNear } from "#worker/search/versions/near-chunks.ts";
import { stemText } from "#worker/search/engine/stem-words.ts";
import { makeJob } from "./careers-make.ts";
import { makeAuthor, makeCategory, makePost } from "./insights-make.ts";
import { fillSearch, resetSearch, searchDb } from "./search-make.ts";

const articles = import.meta.glob<string>("../../scripts/seed/insights/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Of the day for which the demo content is written. */
const writtenOn = "2026-11-20";

const leg: VectorLeg = {
  async findNear(version, { text, stems }) {
    const vector = embedByRows(stemText(text), stems);
    return vector ? findNear({ env }, version, vector, 200) : [];
  },
};
const scope: SearchScope = { db: openDb(env.DB), searchDb, leg };

async function storeDemo(): Promise<void> {
  const [category, author] = [await makeCategory(), await makeAuthor()];
  for (const text of Object.values(articles)) {
    const [, head = "", markdown = ""] = /^---json\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    const { title, slug, dek, published } = JSON.parse(head) as Record<"title" | "slug" | "dek" | "published", string>;
    if (published < writtenOn)
      await makePost({ title, slug, dek, markdown: markdown.trim(), categoryId: category, authorIds: [author] });
  }
  for (const {
    slug,
    title,
    department,
    summary,
    workplace,
    employment,
    body,
    locations,
    remoteCountries,
    ...job
  } of openings)
    if (job.status === "published" && (job.closes === null || job.closes > writtenOn))
      await makeJob({
        slug,
        title,
        department,
        summary,
        markdown: body,
        workplace: workplace as "hybrid",
        employment: employment as "full-time",
        remoteCountries,
        places: locations.map(({ city, country }) => ({ city, region: null, country })),
      });
}

/** The judgements of the files by the keys that documents have here. */
async function readShipped(): Promise<JudgedQuery[]> {
  const rows = await searchDb.selectFrom("documents").select(["key", "path"]).execute();
  const keys = new Map(rows.map(({ key, path }) => [path, key]));
  const { judged, mistakes } = readTrec({ queries, qrels });
  expect(mistakes).toEqual([]);
  const unknown = judged.flatMap(({ grades }) => [...grades.keys()]).filter((path) => !keys.has(path));
  expect([...new Set(unknown)]).toEqual([]);
  return judged.map(({ text, kind, grades }, index) => ({
    id: String(index + 1),
    text,
    kind,
    grades: new Map(Array.from(grades, ([path, grade]) => [keys.get(path) ?? path, grade])),
  }));
}

test("the shipped judgements are met as recorded, and both legs together rank at least as well as words alone", async () => {
  await resetSearch();
  await storeDemo();
  await fillSearch();
  const judged = await readShipped();
  expect(judged.length).toBeGreaterThanOrEqual(120);
  const evaluation = await evaluate(scope, judged, { now: Date.now() });
  if (!evaluation) throw new Error("Nothing was judged.");
  const { fused, lexical } = evaluation.figures;
  const round = (value: number) => Math.round(value * 1000) / 1000;
  const figures = { ndcg: round(fused.ndcg.mean), recall: round(fused.recall.mean), mrr: round(fused.mrr.mean) };
  const held = summarize(evaluation.results.filter(({ id }) => Number(id) % 2 === 0)).fused.ndcg.mean;
  console.log(JSON.stringify({ fused: figures, lexical: round(lexical.ndcg.mean), held: round(held) }));
  for (const name of ["ndcg", "recall", "mrr"] as const)
    expect(figures[name]).toBeGreaterThanOrEqual(recorded[name] - 0.002);
  expect(fused.ndcg.mean).toBeGreaterThanOrEqual(0.8);
  expect(fused.ndcg.mean).toBeGreaterThanOrEqual(lexical.ndcg.mean);
  expect(fused.recall.mean).toBeGreaterThanOrEqual(lexical.recall.mean);

  const { query, id } = planStore(openDb(env.DB), evaluation, 5);
  await query.execute();
  const stored = await openDb(env.DB)
    .selectFrom("search_evaluations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect([stored.queries, stored.search_version]).toEqual([judged.length, evaluation.version]);
  const compared = compareEvaluations(
    { results: evaluation.results, leg: "lexical" },
    { results: evaluation.results, leg: "fused" },
  );
  expect(compared.ndcg.difference).toBeCloseTo(fused.ndcg.mean - lexical.ndcg.mean, 9);
  expect(compared.better).toBeGreaterThan(0);
}, 120_000);

test("judged queries are read as they were stored, and go to TREC files and back", async () => {
  const db = openDb(env.DB);
  const id = crypto.randomUUID();
  await db
    .insertInto("search_queries")
    .values({ id, text: "cloud bill", kind: "typo", created_at: 1, updated_at: 1 })
    .execute();
  await db.insertInto("search_judgements").values({ query_id: id, key: "page:/gcc", grade: 2 }).execute();
  const judged = (await readJudged(db)).filter((query) => query.id === id);
  const files = writeTrec(judged, (key) => key.slice("page:".length));
  expect(files).toEqual({ queries: "1\tcloud bill\ttypo\n", qrels: "1 0 /gcc 2\n" });
  expect(readTrec(files)).toEqual({
    judged: [{ text: "cloud bill", kind: "typo", grades: new Map([["/gcc", 2]]) }],
    mistakes: [],
  });
  expect(readTrec({ queries: "1\n2 two words", qrels: "2 0 /a x\n9 0 /a 1\n2 0 /b 9" })).toMatchObject({
    judged: [{ text: "two words", kind: "", grades: new Map([["/b", 3]]) }],
    mistakes: [
      { file: "queries", line: 1 },
      { file: "qrels", line: 1 },
      { file: "qrels", line: 2 },
    ],
  });
});
