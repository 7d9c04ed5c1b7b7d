/** The parts of the search that need no database. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../app/art/random.ts";
import { matchQueries, readDocuments, readQrels, readQueries } from "../scripts/eval/read-collection.ts";
import { countEdits } from "../worker/search/engine/count-edits.ts";
import { fuseRanks } from "../worker/search/engine/fuse.ts";
import { averageMeasures, comparePaired, measureRanking } from "../worker/search/engine/measure-ranking.ts";
import { stemText } from "../worker/search/engine/stem-words.ts";
import { computeCosine, embedStems } from "../worker/search/lsa/embed.ts";
import { trainLsa } from "../worker/search/lsa/train.ts";
import { countRuns } from "./runs.ts";

test("edits are counted: insertions, omissions, replacements and swaps, up to a limit", () => {
  expect(countEdits("migration", "migraiton", 2)).toBe(1);
  expect(countEdits("kitten", "sitting", 5)).toBe(3);
  expect(countEdits("kitten", "sitting", 2)).toBe(3);
  expect(countEdits("", "abc", 3)).toBe(3);
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const edits = countEdits(one, other, 9);
      expect(countEdits(other, one, 9)).toBe(edits);
      expect(edits === 0).toBe(one === other);
      expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
    { numRuns: countRuns(5000) },
  );
});

test("a ranking is measured as trec_eval does", () => {
  const judged = new Map([
    ["a", 3],
    ["b", 2],
    ["c", 0],
    ["d", 1],
  ]);
  const measured = measureRanking(["c", "a", "x", "b"], judged);
  // Gains 0, 3, 0, 2 over the ideal 3, 2, 1.
  expect(measured?.ndcg).toBeCloseTo((3 / Math.log2(3) + 2 / Math.log2(5)) / (3 + 2 / Math.log2(3) + 1 / 2), 10);
  expect(measured).toMatchObject({ recall: 2 / 3, mrr: 1 / 2 });
  expect(measureRanking(["a", "b", "d"], judged)).toEqual({ ndcg: 1, recall: 1, mrr: 1 });
  expect(measureRanking(["a"], new Map([["a", 0]]))).toBeNull();
  expect(
    averageMeasures([
      { ndcg: 1, recall: 1, mrr: 1 },
      { ndcg: 0, recall: 0.5, mrr: 0 },
    ]),
  ).toEqual({ ndcg: 0.5, recall: 0.75, mrr: 0.5 });
});

test("two rankings are compared query by query", () => {
  const first = Array.from({ length: 40 }, (_, index) => (index % 10) / 10);
  const better = comparePaired(
    first,
    first.map((figure) => figure + 0.05),
    { draw: createRandom("one") },
  );
  expect([better.difference, better.from, better.to, better.p].map((figure) => Number(figure.toFixed(6)))).toEqual([
    0.05, 0.05, 0.05, 0,
  ]);
  const mixed = comparePaired(first, first.toReversed(), { draw: createRandom("one") });
  expect(mixed.from).toBeLessThan(0);
  expect(mixed.to).toBeGreaterThan(0);
});

test("shares of the best score are fused by weight, or ranks", () => {
  const score = (documents: number[]) => documents.map((document, place) => ({ document, score: 9 - place }));
  const fused = fuseRanks(score([1, 2, 3]), score([3, 4]), { lexical: 1, vector: 1, flattening: 60 });
  expect(fused.map(({ document }) => document)).toEqual([3, 1, 2, 4]);
  expect(fused[0]).toMatchObject({ lexical: 3, vector: 1 });
  expect(fuseRanks(score([1, 2]), score([2, 1]), { lexical: 1, vector: 0, flattening: 60 })).toMatchObject([
    { document: 1 },
    { document: 2 },
  ]);
  const shares = fuseRanks(
    [
      { document: 1, score: 20 },
      { document: 2, score: 18 },
    ],
    [{ document: 2, score: 0.5 }],
  );
  expect(shares.map(({ document, score: sum }) => [document, Number(sum.toFixed(2))])).toEqual([
    [2, 1.2],
    [1, 1],
  ]);
});

test("words that stand in like texts are near each other, though no text has both; the same texts give the same model", () => {
  const corpus = [
    "servers rented datacentre racks",
    "racks cooling datacentre power",
    "hosting racks cooling power",
    "hosting power servers cooling",
    "lawyers contracts clauses court",
    "court clauses judges contracts",
    "judges lawyers court appeal",
    "appeal clauses contracts judges",
  ].map(stemText);
  const train = () => trainLsa(corpus, { draw: createRandom("lsa"), wanted: 2 });
  const model = train();
  const cosine = (one: string, other: string) =>
    computeCosine(embedStems(model, stemText(one)), embedStems(model, stemText(other)));
  expect(cosine("hosting", "datacentre")).toBeGreaterThan(0.9);
  expect(Math.abs(cosine("hosting", "contracts"))).toBeLessThan(0.2);
  expect([...embedStems(model, ["unknown"])]).toEqual([0, 0]);
  expect(train()).toEqual(model);
  expect(trainLsa([], { draw: createRandom("lsa") }).terms.size).toBe(0);
});

test("test collections are read as TREC, BEIR and Cranfield write them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "collection-"));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const beir = write("corpus.jsonl", '{"_id":"d1","title":"One","text":"First"}\n\n{"_id":"d2","text":"Second"}\n');
    expect(await readDocuments(beir)).toEqual([
      { id: "d1", title: "One", text: "First" },
      { id: "d2", title: "", text: "Second" },
    ]);
    const trec = write(
      "docs.trec",
      "<DOC>\n<DOCNO> AP-1 </DOCNO>\n<HEAD>x</HEAD><TEXT>\nFirst <b>one</b>\n</TEXT>\n</DOC>",
    );
    expect(await readDocuments(trec)).toEqual([{ id: "AP-1", title: "", text: "First one" }]);
    const cranfield = write(
      "cran.all",
      ".I 1\n.T\nlift of wings .\n.A\nprandtl\n.W\nlift of wings .\nit rises .\n.I 2\n.T\n.W\nflow .\n",
    );
    const documents = await readDocuments(cranfield);
    expect(documents.map(({ id, title, text }) => [id, title, text])).toEqual([
      ["1", "lift of wings .", "it rises ."],
      ["2", "", "flow ."],
    ]);
    const topics = write("topics", "<top>\n<num> Number: 51\n<title> Airbus subsidies\n<desc> x\n</top>");
    expect(await readQueries(topics)).toEqual([{ id: "51", text: "Airbus subsidies" }]);
    expect(await readQueries(write("q.tsv", "7\twhat rises\n"))).toEqual([{ id: "7", text: "what rises" }]);
    const asked = await readQueries(write("cran.qry", ".I 001\n.W\nfirst\n.I 004\n.W\nsecond\n"));
    const counted = await readQrels(write("cranqrel", "1 184 2\n2 29 -1\n"));
    expect(counted).toEqual(
      new Map([
        ["1", new Map([["184", 2]])],
        ["2", new Map([["29", 0]])],
      ]),
    );
    const match = (qrels: Parameters<typeof matchQueries>[1]) =>
      matchQueries(asked, qrels).map(({ text, grades }) => [text, [...grades.keys()].join()]);
    expect(match(counted)).toEqual([
      ["first", "184"],
      ["second", "29"],
    ]);
    expect(match(await readQrels(write("qrels", "001 0 a 1\n4 0 b 1\n")))).toEqual([
      ["first", "a"],
      ["second", "b"],
    ]);
    expect(match(await readQrels(write("some", "4 0 b 1\n")))).toEqual([["second", "b"]]);
    expect(await readQrels(write("beir.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\n"))).toEqual(
      new Map([["q1", new Map([["d1", 2]])]]),
    );
    await expect(readQrels(write("broken", "q1 d1 2\nq1 d2 good\n"))).rejects.toThrow(/broken:2/);
    await expect(readDocuments(write("odd", "words"))).rejects.toThrow(/none of the forms/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
