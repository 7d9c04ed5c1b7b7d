/** The parts of the search that need no database. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../app/art/random.ts";
import { countEdits } from "../worker/search/engine/count-edits.ts";
import { fuseRanks } from "../worker/search/engine/fuse.ts";
import { parseQuery } from "../worker/search/engine/parse-query.ts";
import { listSpellings, writeSound } from "../worker/search/engine/spell-word.ts";
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

test.each([
  ["modernization", "modernisation"],
  ["colour", "color"],
  ["centre", "center"],
  ["center", "centre"],
  ["license", "licence"],
])("%s is also written %s", (word, other) => expect(listSpellings(word)).toContain(other));

test("words that sound alike are known", () => {
  expect(writeSound("fysical")).toBe(writeSound("physical"));
  expect(writeSound("kubernetes")).toBe(writeSound("cubernetes"));
  expect(writeSound("cloud")).not.toBe(writeSound("clown"));
});
