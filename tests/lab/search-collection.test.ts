/** Test collections that `npm run lab -- eval-search` measures: how they are read, and that the figures are right. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { createRandom } from "../../app/art/random.ts";
import { chooseWeights } from "../../lab/eval/choose-weight.ts";
import { indexPlainly } from "../../lab/eval/plain-bm25.ts";
import { matchDocuments, matchQueries, readDocuments, readQrels, readQueries } from "../../lab/eval/read-collection.ts";
import { isDeep } from "../runs.ts";

test("test collections are read as TREC, BEIR and Cranfield write them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "collection-"));
  const write = (name: string, content: string | Uint8Array) => {
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
        ["2", new Map([["29", -1]])],
      ]),
    );
    const match = (qrels: Parameters<typeof matchQueries>[1]) =>
      matchQueries(asked, qrels).queries.map(({ text, grades }) => [text, [...grades.keys()].join()]);
    expect(match(counted)).toEqual([
      ["first", "184"],
      ["second", "29"],
    ]);
    expect(match(await readQrels(write("qrels", "001 0 a 1\n4 0 b 1\n")))).toEqual([
      ["first", "a"],
      ["second", "b"],
    ]);
    expect(match(await readQrels(write("some", "4 0 b 1\n")))).toEqual([["second", "b"]]);
    // Some queries of many: their numbers are no places.
    const three = ["1", "3", "5"].map((id) => ({ id, text: id }));
    const some = await readQrels(write("part", "1 0 a 1\n2 0 b 1\n"));
    expect(matchQueries(three, some)).toMatchObject({ queries: [{ id: "1" }], isCounted: false, unknown: 1 });
    // As other systems write files: with a mark of their byte order, line ends of two characters, compressed.
    const marked = write("marked.jsonl", '\uFEFF{"_id":"d1","title":"T","text":"x"}\r\n{"_id":"d2","text":"y"}\r\n');
    expect((await readDocuments(marked)).map(({ id }) => id)).toEqual(["d1", "d2"]);
    const lines = ".I 1\r\n.T\r\nlift .\r\n.A\r\n.W\r\nlift .\r\nit rises .\r\n";
    expect(await readDocuments(write("cran.gz", gzipSync(lines)))).toEqual([
      { id: "1", title: "lift .", text: "it rises ." },
    ]);
    expect(await readDocuments(write("latin.tsv", Buffer.from("d1\tcaf\xe9\r\nd2\tT\ttext\r\n", "latin1")))).toEqual([
      { id: "d1", title: "", text: "café" },
      { id: "d2", title: "T", text: "text" },
    ]);
    expect(await readQrels(write("crlf", "\uFEFF1 0 d1 2\r\n1\t0\td2\t0\r\n"))).toEqual(
      new Map([["1", new Map(Object.entries({ d1: 2, d2: 0 }))]]),
    );
    expect(await readQrels(write("beir.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\n"))).toEqual(
      new Map([["q1", new Map([["d1", 2]])]]),
    );
    // As others hand the same collections around: Cranfield as elements, a list in JSON, judgements that only name what is of use.
    const elements =
      "<doc>\n<docno> 1 </docno>\n<title>\nlift of\nwings .\n</title>\n<author>prandtl</author>\n<bib>j. ae.</bib>\n<text>\nlift of wings .\nit rises &amp; falls .\n</text>\n</doc>\n<doc><docno>2</docno><author>nobody</author>flow .</doc>";
    expect(await readDocuments(write("cran.xml", elements))).toEqual([
      { id: "1", title: "lift of wings .", text: "it rises & falls ." },
      { id: "2", title: "", text: "flow ." },
    ]);
    const list = write("list.json", '[\n{"id": 7, "title": "One", "body": "First"},\n{"id": 8, "text": "Second"}\n]');
    expect(await readDocuments(list)).toEqual([
      { id: "7", title: "One", text: "First" },
      { id: "8", title: "", text: "Second" },
    ]);
    expect(await readQueries(list)).toMatchObject([{ id: "7" }, { id: "8", text: "Second" }]);
    expect(
      await readQueries(write("described", "<top>\n<num>9</num>\n<desc> Description: What rises?\n</top>")),
    ).toEqual([{ id: "9", text: "What rises?" }]);
    const keyed = write("cacm.all", ".I 1\n.T\nOnly a title\n.K\nsorting, files\n.N\nCA5\n");
    expect(await readDocuments(keyed)).toEqual([{ id: "1", title: "Only a title", text: "sorting, files" }]);
    expect(await readQrels(write("cacm.rel", "01 1410  0 0\n01 1572  0 0\n"))).toEqual(
      new Map([["01", new Map(Object.entries({ 1410: 1, 1572: 1 }))]]),
    );
    await expect(readQrels(write("broken", "q1 d1 2\nq1 d2 good\n"))).rejects.toThrow(/broken:2/);
    await expect(readDocuments(write("odd", "words"))).rejects.toThrow(/none of the forms/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("numbers with noughts and without are the same, of queries and of documents", () => {
  const documents = ["1", "0020", "a-07"].map((id) => ({ id, title: id, text: "" }));
  const qrels = new Map([
    ["0001", new Map([["0001", 2]])],
    [
      "1",
      new Map([
        ["20", 1],
        ["a-07", 3],
        ["9", 1],
      ]),
    ],
  ]);
  const { queries } = matchQueries([{ id: "01", text: "x" }], matchDocuments(documents, qrels));
  expect(queries.map(({ grades }) => Object.fromEntries(grades))).toEqual([{ 1: 2, "0020": 1, "a-07": 3, 9: 1 }]);
});

test("the reference is BM25 as it is written down", () => {
  const rank = indexPlainly(["wings wing of lift", "lift", "the flow of the air"]);
  // Lengths without small words: 3, 1, 2.
  const gain = (count: number, length: number, having: number) =>
    (Math.log(1 + (3 - having + 0.5) / (having + 0.5)) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / 2));
  const found = rank("lift of the lifting wing");
  expect(found.map(({ document }) => document)).toEqual([0, 1]);
  expect(found[0]?.score).toBeCloseTo(gain(2, 3, 1) + 2 * gain(1, 3, 2), 10);
  expect(found[1]?.score).toBeCloseTo(2 * gain(1, 1, 2), 10);
});

test("the weight of the vector leg is chosen on other queries than it is measured on, and stays the site's where that is as good", () => {
  const found = (documents: number[]) => documents.map((document, place) => ({ document, score: 1 - place / 10 }));
  const query = { id: "", text: "", grades: new Map<string, number>(), plain: [] };
  const queries = Array.from({ length: 50 }, () => ({ ...query, lexical: found([1, 2, 3]), vector: found([3, 2, 1]) }));
  const isFirst = (wanted: number) => chooseWeights(queries, (_, [first]) => Number(first === wanted));
  expect(new Set(isFirst(1))).toEqual(new Set([0.3]));
  expect(isFirst(3).every((weight) => weight > 1)).toBe(true);
  expect(chooseWeights(queries.slice(0, 5), () => 1)).toEqual([0.3, 0.3, 0.3, 0.3, 0.3]);
});

/**
 * A collection of the shape of Cranfield: short abstracts about subjects, each with words of its own, grades from 1 (the best) to 4,
 * and -1; numbers of queries with gaps.
 */
function writeCranfield(folder: string) {
  const draw = createRandom("cranfield");
  const pick = (most: number) => Math.floor(draw() * most);
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), gzipSync(lines.map((line) => `${line}\r\n`).join("")));
    return join(folder, name);
  };
  const subjects = Array.from({ length: 70 }, (_, subject) =>
    Array.from({ length: 12 }, (__, word) => `wing${subject}q${word}x`),
  );
  const say = (subject: number, words: number) =>
    Array.from({ length: words }, () => (draw() < 0.3 ? subjects[subject]?.[pick(12)] : `common${pick(400)}y`)).join(
      " ",
    );
  const texts = Array.from({ length: 1400 }, (_, place) => say(place % 70, 90));
  const asked = Array.from({ length: 225 }, (_, place) => ({ subject: place % 70, text: say(place % 70, 18) }));
  return {
    docs: write(
      "docs",
      texts.flatMap((text, place) => [`.I ${place + 1}`, ".T", text.slice(0, 60), ".A", "somebody", ".W", text]),
    ),
    queries: write(
      "queries",
      asked.flatMap(({ text }, place) => [`.I ${String(place * 3 + 1).padStart(3, "0")}`, ".W", `what of ${text} .`]),
    ),
    qrels: write(
      "qrels",
      asked.flatMap(({ subject }, place) =>
        // The last one is of the next subject.
        [1, 2, 3, 4, -1].map((grade, step) => {
          const document = grade === -1 ? (subject + 1) % 70 : subject + 70 * step;
          return `${place + 1} ${document + 1} ${grade}`;
        }),
      ),
    ),
  };
}

test.runIf(isDeep)(
  "a collection is indexed, searched and measured in less than a minute, as trec_eval would",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "collection-"));
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const { openLocal } = await import("../../scripts/lib/open-local.ts");
    const { evaluateCollection } = await import("../../lab/eval/evaluate-collection.ts");
    const { searchDb, close } = await openLocal(join(folder, "state"));
    try {
      const files = writeCranfield(folder);
      await evaluateCollection(searchDb, { ...files, gain: "linear", best: "lowest", run: join(folder, "run") });
      const logged = log.mock.calls.map(([line]) => String(line));
      expect(logged[0]).toMatch(/^1400 documents, 1\d{3} chunks, 225 judged queries$/);
      expect(logged[1]).toContain("count the queries from 1 on");
      expect(logged.some((line) => line.startsWith("LSA: 256 dimensions"))).toBe(true);
      const qrels = await readQrels(files.qrels);
      for (const [leg, named] of [
        ["plain-BM25", "plain BM25"],
        ["words-alone", "words alone"],
        ["meaning-alone", "meaning alone"],
        ["fused", "fused"],
      ] as const) {
        const rows = readFileSync(join(folder, `run.${leg}.txt`), "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split(" "));
        const figures = Array.from({ length: 225 }, (_, place) => {
          const grades = qrels.get(String(place + 1));
          const gradeOf = (key = "") => ((grades?.get(key) ?? -1) < 1 ? 0 : 5 - (grades?.get(key) ?? 5));
          const id = String(place * 3 + 1).padStart(3, "0");
          const gains = rows
            .filter(([query]) => query === id)
            .slice(0, 10)
            .map(([, , key]) => gradeOf(key));
          return (
            gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0) /
            (4 + 3 / Math.log2(3) + 2 / 2 + 1 / Math.log2(5))
          );
        });
        const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
        expect(logged.find((line) => line.startsWith(`${named} `))).toContain(`nDCG@10 ${mean.toFixed(3)}`);
        expect(mean).toBeGreaterThan(0.1);
      }
    } finally {
      await close();
      log.mockRestore();
      rmSync(folder, { recursive: true });
    }
  },
);
