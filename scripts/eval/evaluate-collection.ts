import { createRandom } from "../../app/art/random.ts";
import { fuseRanks } from "../../worker/search/engine/fuse.ts";
import {
  averageMeasures,
  comparePaired,
  type Measures,
  measureRanking,
} from "../../worker/search/engine/measure-ranking.ts";
import { putDocuments } from "../../worker/search/engine/put-documents.ts";
import { parseQuery } from "../../worker/search/engine/parse-query.ts";
import { rankDocuments } from "../../worker/search/engine/rank-documents.ts";
import { openSearchDb } from "../../worker/search/engine/search-db.ts";
import { searchLexical } from "../../worker/search/engine/search-lexical.ts";
import { understand } from "../../worker/search/engine/understand.ts";
import { stemText } from "../../worker/search/engine/stem-words.ts";
import { computeCosine, embedStems } from "../../worker/search/lsa/embed.ts";
import { trainLsa } from "../../worker/search/lsa/train.ts";
import { writeMatch } from "../../worker/search/engine/write-match.ts";
import { applyMigrations } from "../lib/migrate.ts";
import { matchQueries, readDocuments, readQrels, readQueries } from "./read-collection.ts";

const documentsAtOnce = 50;

/** Indexes a collection, asks all its queries, and prints the figures. */
export async function evaluateCollection(
  database: D1Database,
  files: { docs: string; queries: string; qrels: string },
): Promise<void> {
  const [documents, asked, qrels] = await Promise.all([
    readDocuments(files.docs),
    readQueries(files.queries),
    readQrels(files.qrels),
  ]);
  await applyMigrations(database, "migrations-search");
  const db = openSearchDb(database);
  for (let index = 0; index < documents.length; index += documentsAtOnce) {
    const some = documents.slice(index, index + documentsAtOnce).map(({ id, title, text }) => ({
      key: id,
      kind: "document",
      path: `/${id}`.slice(0, 300),
      title: title.slice(0, 300),
      summary: "",
      changedAt: 0,
      sections: [{ anchor: "", trail: [], text }],
    }));
    await putDocuments(db, some, 0);
  }
  const rows = await db
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document")
    .select(["documents.id as document", "documents.key", "documents.title", "chunks.id", "chunks.text"])
    .orderBy("chunks.id")
    .execute();
  const keys = new Map(rows.map(({ document, key }) => [document, key]));
  const stems = rows.map(({ title, text }) => stemText(`${title} ${text}`));
  const started = performance.now();
  const model = trainLsa(stems, { draw: createRandom("lsa") });
  const vectors = stems.map((own, index) => ({
    id: rows[index]?.id ?? 0,
    document: rows[index]?.document ?? 0,
    vector: embedStems(model, own),
  }));
  const trained = performance.now() - started;
  const figures = new Map<string, Measures[]>(["lexical", "vector", "fused"].map((name) => [name, []]));
  for (const { text, grades } of matchQueries(asked, qrels)) {
    const parsed = parseQuery(text);
    const { alternatives } = await understand(db, parsed);
    const match = writeMatch(parsed.terms, alternatives);
    const lexical = match === null ? [] : rankDocuments(await searchLexical(db, match));
    const sought = embedStems(model, stemText(text));
    const near = vectors
      .map(({ id, document, vector }) => ({ id, document, score: computeCosine(sought, vector) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, 200);
    const vector = rankDocuments(near);
    const lists = { lexical, vector, fused: fuseRanks(lexical, vector) };
    for (const [name, list] of Object.entries(lists)) {
      const measured = measureRanking(
        list.map(({ document }) => keys.get(document) ?? ""),
        grades,
      );
      if (measured) figures.get(name)?.push(measured);
    }
  }
  console.log(`${documents.length} documents, ${rows.length} chunks, ${figures.get("lexical")?.length} judged queries`);
  console.log(`LSA: ${model.dimensions} dimensions, ${model.terms.size} terms, ${(trained / 1000).toFixed(1)} s`);
  for (const [name, measures] of figures) {
    const { ndcg, recall, mrr } = averageMeasures(measures);
    console.log(
      `${name.padEnd(8)} nDCG@10 ${ndcg.toFixed(3)}  recall@10 ${recall.toFixed(3)}  MRR@10 ${mrr.toFixed(3)}`,
    );
  }
  for (const name of ["ndcg", "recall"] as const) {
    const [lexical, fused] = ["lexical", "fused"].map((list) => (figures.get(list) ?? []).map((each) => each[name]));
    const { difference, from, to, p } = comparePaired(lexical ?? [], fused ?? [], { draw: createRandom("bootstrap") });
    const [middle, low, high] = [difference, from, to].map((figure) => figure.toFixed(3));
    console.log(`fused − lexical, ${name}@10: ${middle} (95 %: ${low} to ${high}), p ${p.toFixed(3)}`);
  }
}
