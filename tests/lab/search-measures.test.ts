/** What measures the search: judged queries of files, the measures, what the report and the map are made of. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../app/art/random.ts";
import { compareEvaluations } from "../../lab/eval/compare-evaluations.ts";
import { findGaps } from "../../lab/eval/find-gaps.ts";
import { averageMeasures, comparePaired, measureRanking } from "../../lab/eval/measure-ranking.ts";
import { findDuplicates } from "../../lab/eval/near-duplicates.ts";
import { projectMap } from "../../lab/eval/project-map.ts";
import { keyGrades, readTrec, writeMistakes } from "../../lab/eval/trec.ts";
import { countRuns } from "../runs.ts";

test("mistakes in files are told with their lines, and what is right is read", () => {
  const long = "x".repeat(301);
  const read = readTrec({
    queries: `1\n2\ttwo words\r\n\n2\tother words\n3\ttwo  words\n4\t${long}\n5\tkind\t${long}\n\tnothing\n`,
    qrels: "2 0 /a x\n9 0 /a 1\n2 0 /b 4\n2 /b 3\n2 0 /b 3\n2 0 /none 1",
  });
  const keyed = keyGrades(read.judged, new Map([["/b", "page:/b"]]));
  expect(keyed.queries).toEqual([{ text: "two words", kind: "", grades: { "page:/b": 3 } }]);
  expect(writeMistakes([...keyed.mistakes, ...read.mistakes])).toEqual([
    "Queries, line 1: no tab between its number and its text.",
    "Queries, line 4: number 2 stands twice.",
    "Queries, line 5: its text stands twice.",
    "Queries, line 6: its text is longer than 300 characters.",
    "Queries, line 7: its kind is longer than 20 characters.",
    "Queries, line 8: no tab between its number and its text.",
    "Grades, line 1: a grade is a number from 0 to 3, not “x”.",
    "Grades, line 2: no query has the number 9.",
    "Grades, line 3: a grade is a number from 0 to 3, not “4”.",
    "Grades, line 4: it does not have four parts.",
    "Grades, line 6: the search has no document “/none”.",
  ]);
  expect(writeMistakes(readTrec({ queries: "", qrels: "" }).mistakes)).toEqual(["Queries: there are none."]);
});

test("files with a mark of their order, other ends of lines and noughts are read; what is not UTF-8 is told", () => {
  const read = readTrec({ queries: "\uFEFF07\tby a file\tquestion\r\n", qrels: "7 0 /contact 3\r\n" });
  expect(read).toEqual({
    judged: [{ text: "by a file", kind: "question", grades: [{ name: "/contact", grade: 3, line: 1 }] }],
    mistakes: [],
  });
  const queries = new TextDecoder().decode(new Uint8Array([49, 9, 0xe9]));
  expect(writeMistakes(readTrec({ queries, qrels: "" }).mistakes)).toEqual(["Queries, line 1: it is not UTF-8."]);
});

test("two evaluations are compared by the words of their queries, the largest changes first", () => {
  const leg = (ndcg: number) => ({ ndcg, recall: 0, mrr: 0, keys: [] });
  const toResults = (figures: Record<string, number>) =>
    Object.entries(figures).map(([text, ndcg], place) => ({
      id: String(place),
      text,
      kind: "",
      legs: { lexical: leg(0), vector: leg(0), fused: leg(ndcg) },
    }));
  const compared = compareEvaluations(
    { results: toResults({ same: 0.5, worse: 1, gone: 1, better: 0.25 }), leg: "fused" },
    { results: toResults({ better: 0.5, "new one": 1, worse: 0.5, same: 0.5 }), leg: "fused" },
    "ndcg",
  );
  expect(compared.queries.map(({ text, difference }) => [text, difference])).toEqual([
    ["worse", -0.5],
    ["better", 0.25],
    ["same", 0],
  ]);
  expect(compared).toMatchObject({ better: 1, worse: 1 });
  expect(compared.mean.difference).toBeCloseTo(-0.25 / 3, 9);
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

test("passages that say nearly the same in their words and by their vectors are paired, and others are not", () => {
  const text = "We move your data centre to the cloud step by step and the databases are migrated last of all";
  const passages = [
    { key: "a", document: 1, text, vector: [9, 1] },
    { key: "b", document: 2, text: `${text}, on a Sunday`, vector: [8, 1] },
    { key: "of the same document", document: 1, text, vector: [9, 1] },
    { key: "same words, other vector", document: 3, text, vector: [1, 9] },
    { key: "same vector, other words", document: 4, text: "Tests of banks each quarter, all closed", vector: [9, 1] },
  ];
  const found = findDuplicates(passages);
  expect(found.map(({ one, other }) => [one.key, other.key])).toEqual([
    ["a", "b"],
    ["b", "of the same document"],
  ]);
  expect(found[0]?.likeness).toBeGreaterThan(0.8);
  expect(found[0]?.cosine).toBeGreaterThan(0.99);
  const house = Array.from({ length: 21 }, (_, place) => ({ document: place, text, vector: [1, 0] }));
  expect(findDuplicates(house)).toEqual([]);
  expect(findDuplicates(house.slice(1), { most: 7 })).toHaveLength(7);
});

test("what is asked and not answered is told once, with all ways in which it was asked", () => {
  const gaps = findGaps([
    { text: "prices", times: 9, empty: 0, unopened: 5 },
    { text: "Office in Berlin", times: 2, empty: 2, unopened: 0 },
    { text: "berlin offices", times: 5, empty: 4, unopened: 1 },
    { text: "cloud bill", times: 9, empty: 0, unopened: 4 },
    { text: "seldom asked", times: 1, empty: 0, unopened: 1 },
  ]);
  expect(gaps).toEqual([
    {
      text: "berlin offices",
      also: ["Office in Berlin"],
      times: 7,
      empty: 6,
      unopened: 1,
      reason: "nothing found",
    },
    { text: "prices", also: [], times: 9, empty: 0, unopened: 5, reason: "nothing opened" },
  ]);
});

test("the map shows the largest difference first, within its bounds, and is the same each time", () => {
  const vectors = Array.from({ length: 40 }, (_, index) => [index < 20 ? 5 : -5, (index % 4) - 1.5, 0.1, 0]);
  const points = projectMap(vectors);
  expect(projectMap(vectors)).toEqual(points);
  const sides = points.map(({ x }) => Math.sign(x));
  expect(new Set(sides.slice(0, 20)).size).toBe(1);
  expect(sides[0]).not.toBe(sides[20]);
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 }), { maxLength: 30 }),
      (any) => {
        const all = projectMap(any);
        expect(all).toHaveLength(any.length);
        if (any.length > 2)
          for (const { x, y } of all) expect([Math.abs(x) <= 1.000001, Math.abs(y) <= 1.000001]).toEqual([true, true]);
      },
    ),
    { numRuns: countRuns(5000) },
  );
});
