import { writeFile } from "node:fs/promises";
import { createRandom } from "../../app/art/random.ts";
import { fusionWeights } from "../../worker/search/engine/fuse.ts";
import { averageMeasures, comparePaired, type Judgements, type Measures, measureRanking } from "./measure-ranking.ts";
import { chooseWeights, fuseQuery } from "./choose-weight.ts";
import { keepCollection } from "./keep-collection.ts";
import { rankCollection, type RankedQuery } from "./rank-collection.ts";
import { matchDocuments, matchQueries, type Qrels, readDocuments, readQrels, readQueries } from "./read-collection.ts";

/** What a document adds to a ranking by its grade. */
const gains = {
  /** As trec_eval's ndcg. */
  linear: (grade: number) => grade,
  exponential: (grade: number) => 2 ** grade - 1,
  binary: (grade: number) => Number(grade > 0),
} as const;
type Gain = keyof typeof gains;

export interface CollectionOptions {
  docs: string;
  queries: string;
  qrels: string;
  gain: Gain;
  /** "lowest": 1 is the best grade and 4 the least one, as in the judgements that came with Cranfield. */
  best: "highest" | "lowest";
  /** Of the vector leg; chosen on the judgements unless it is given. */
  weight?: number;
  /** Rankings are written to files that begin so, for trec_eval. */
  run?: string;
  /** Of the collection: its figures go into docs/figures.md. */
  name?: string;
}

/** What stands in every table, and in files of runs. */
const shownLegs = ["plain BM25", "words alone", "meaning alone", "fused"] as const;

/** The least grade that is of use, plus one, where 1 is the best. */
const belowLowest = 5;

/** Indexes a collection, asks all its queries, and prints the figures. */
export async function evaluateCollection(database: D1Database, options: CollectionOptions): Promise<void> {
  const [documents, asked, qrels] = await Promise.all([
    readDocuments(options.docs),
    readQueries(options.queries),
    readQrels(options.qrels),
  ]);
  const grades = matchDocuments(documents, readGrades(qrels, options.best));
  const { queries, isCounted, unknown } = matchQueries(asked, grades);
  const useful = queries.filter(({ grades }) => [...grades.values()].some((grade) => grade > 0));
  const known = new Set(documents.map(({ id }) => id));
  const lost = new Set(useful.flatMap(({ grades }) => [...grades.keys()].filter((id) => !known.has(id))));
  const ranked = await rankCollection(database, documents, useful);
  const { chunks, model, times } = ranked;
  console.log(`${documents.length} documents, ${chunks} chunks, ${useful.length} judged queries`);
  if (isCounted) console.log("The judgements count the queries from 1 on; these have other numbers.");
  if (unknown > 0) console.log(`${unknown} judged queries are not among the queries.`);
  if (lost.size > 0) console.log(`${lost.size} judged documents are not among the documents.`);
  if (options.best === "highest" && looksInverted(qrels))
    console.log("The grades are 1 to 4 (5) and −1, as Cranfield's: if 1 is the best of them, add --best lowest.");
  console.log(`LSA: ${model.dimensions} dimensions, ${model.terms.size} terms`);
  const seconds = [times.index, times.learn].map((time) => (time / 1000).toFixed(1));
  console.log(`Time: indexed in ${seconds[0]} s, learnt in ${seconds[1]} s, ${times.query.toFixed(1)} ms a query`);
  const name = (list: readonly number[]) => list.map((document) => ranked.keys.get(document) ?? "");
  const measure = ({ grades }: RankedQuery, list: readonly number[], gain: Gain) =>
    measureRanking(name(list), weighGrades(grades, gain)) ?? { ndcg: 0, recall: 0, mrr: 0 };
  const weights =
    options.weight === undefined
      ? chooseWeights(ranked.queries, (query, list) => measure(query, list, options.gain).ndcg)
      : ranked.queries.map(() => options.weight ?? 0);
  const lists = {
    "plain BM25": ranked.queries.map(({ plain }) => plain.map(({ document }) => document)),
    "words alone": ranked.queries.map(({ lexical }) => lexical.map(({ document }) => document)),
    "meaning alone": ranked.queries.map(({ vector }) => vector.map(({ document }) => document)),
    fused: ranked.queries.map((query, place) => fuseQuery(query, weights[place] ?? 0)),
    "as the site fuses": ranked.queries.map((query) => fuseQuery(query, fusionWeights.vector)),
  };
  const readFigures = (gain: Gain) =>
    Object.fromEntries(
      Object.entries(lists).map(([leg, own]) => [
        leg,
        ranked.queries.map((query, place) => measure(query, own[place] ?? [], gain)),
      ]),
    ) as Record<keyof typeof lists, Measures[]>;
  const figures = readFigures(options.gain);
  console.log(`Gain: ${options.gain}`);
  for (const leg of Object.keys(lists) as (keyof typeof lists)[]) console.log(writeFigures(leg, figures[leg]));
  console.log(describeWeights(weights, options));
  for (const [first, second] of [
    ["plain BM25", "words alone"],
    ["words alone", "fused"],
  ] as const)
    for (const figure of ["ndcg", "recall"] as const) {
      const [before, after] = [first, second].map((leg) => figures[leg].map((each) => each[figure]));
      const { difference, from, to, p } = comparePaired(before ?? [], after ?? [], { draw: createRandom("bootstrap") });
      const [middle, low, high] = [difference, from, to].map((value) => value.toFixed(3));
      console.log(`${second} − ${first}, ${figure}@10: ${middle} (95 %: ${low} to ${high}), p ${p.toFixed(3)}`);
    }
  for (const gain of (Object.keys(gains) as Gain[]).filter((one) => one !== options.gain)) {
    const other = readFigures(gain);
    const means = shownLegs.map((leg) => `${leg} ${averageMeasures(other[leg]).ndcg.toFixed(3)}`);
    console.log(`nDCG@10 with ${gain} gain: ${means.join("  ")}`);
  }
  if (options.name !== undefined) {
    const means = Object.values(figures).map((each) => averageMeasures(each).ndcg.toFixed(3));
    await keepCollection(Object.keys(figures), [
      options.name,
      String(documents.length),
      String(useful.length),
      ...means,
    ]);
  }
  if (options.run !== undefined)
    for (const leg of shownLegs) {
      const written = leg.replaceAll(" ", "-");
      await writeFile(`${options.run}.${written}.txt`, writeRun(ranked.queries, lists[leg].map(name), written));
    }
}

/** Grades from 0 (of no use) up. */
function readGrades(qrels: Qrels, best: CollectionOptions["best"]): Qrels {
  const read = (grade: number) => (grade <= 0 ? 0 : best === "highest" ? grade : Math.max(0, belowLowest - grade));
  return new Map(
    Array.from(qrels, ([query, grades]) => [
      query,
      new Map(Array.from(grades, ([document, grade]) => [document, read(grade)])),
    ]),
  );
}

/** True for grades 1 to 4, or 5, with −1 and without 0: nobody else grades so. */
function looksInverted(qrels: Qrels): boolean {
  const all = new Set<number>();
  for (const grades of qrels.values()) for (const grade of grades.values()) all.add(grade);
  return all.has(-1) && !all.has(0) && [1, 2, 3, 4].every((grade) => all.has(grade));
}

function weighGrades(grades: Judgements, gain: Gain): Judgements {
  return new Map(Array.from(grades, ([document, grade]) => [document, gains[gain](grade)]));
}

function writeFigures(name: string, measures: readonly Measures[]): string {
  const { ndcg, recall, mrr } = averageMeasures(measures);
  const shown = `nDCG@10 ${ndcg.toFixed(3)}  recall@10 ${recall.toFixed(3)}  MRR@10 ${mrr.toFixed(3)}`;
  return `${name.padEnd(17)} ${shown}`;
}

function describeWeights(weights: readonly number[], { weight }: CollectionOptions): string {
  const counts = [...Map.groupBy(weights, (each) => each)].toSorted(([one], [other]) => one - other);
  if (weight !== undefined || counts.length === 0) return `Weight of the vector leg: ${weight ?? 0} to 1 of the words.`;
  const shown = counts.map(([each, own]) => `${each} (${own.length} queries)`).join(", ");
  return `Weight of the vector leg in "fused", chosen for each fifth of the queries on the other four: ${shown}. The site's: ${fusionWeights.vector}.`;
}

/** As TREC has it: query, "Q0", document, rank, score, name of the run. Scores fall with the ranks, so that none are equal. */
function writeRun(queries: readonly RankedQuery[], lists: readonly (readonly string[])[], leg: string): string {
  const depth = 100;
  return queries
    .flatMap(({ id }, place) =>
      (lists[place] ?? []).slice(0, depth).map((key, rank) => `${id} Q0 ${key} ${rank + 1} ${depth - rank} ${leg}\n`),
    )
    .join("");
}
