/** The parts of the search that need no database. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../app/art/random.ts";
import { countEdits } from "../worker/search/engine/count-edits.ts";
import { fuseRanks } from "../worker/search/engine/fuse.ts";
import { averageMeasures, comparePaired, measureRanking } from "../worker/search/engine/measure-ranking.ts";
import { parseQuery } from "../worker/search/engine/parse-query.ts";
import { stemText } from "../worker/search/engine/stem-words.ts";
import { chooseTerms } from "../worker/search/find/choose-terms.ts";
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

test("of a long query the rarest words are sought, of frequent ones no more than are affordable, and two in any case", () => {
  const choose = (text: string, frequencies: Record<string, number>, meant: Record<string, number> = {}) => {
    const { terms } = parseQuery(text);
    const counts = terms.flatMap((term) => {
      const count = meant[term.words.join(" ")];
      return count === undefined ? [] : [[term, count] as const];
    });
    const chosen = chooseTerms(terms, { frequencies, meant: new Map(counts) });
    return chosen.map(({ words }) => words.join(" "));
  };
  const words = Array.from({ length: 20 }, (_, index) => `word${String.fromCharCode(97 + index)}`);
  const falling = Object.fromEntries(words.map((word, index) => [word, 20 - index]));
  expect(choose(words.join(" "), falling)).toEqual(words.slice(4));
  expect(choose("frequent cloud rare", { frequent: 11_900, cloud: 90, rare: 3 })).toEqual([
    "frequent",
    "cloud",
    "rare",
  ]);
  expect(choose("frequent cloud rare", { frequent: 12_000, cloud: 90, rare: 3 })).toEqual(["cloud", "rare"]);
  expect(choose("everywhere frequent", { everywhere: 20_000, frequent: 15_000 })).toEqual(["everywhere", "frequent"]);
  // What was meant counts, not what was typed; and of words in quotation marks the rarest.
  expect(choose("frequnet cloud rare", { cloud: 90, rare: 3 }, { frequnet: 15_000 })).toEqual(["cloud", "rare"]);
  const quoted = choose('"frequent cloud" plant constructor', { frequent: 15_000, cloud: 90, plant: 11_000 });
  expect(quoted).toEqual(["frequent cloud", "plant", "constructor"]);
});
