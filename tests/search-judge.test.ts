import fc from "fast-check";
import { expect, test } from "vitest";
import { listSpellings, writeSound } from "#worker/search/engine/spell-word.ts";
import { findGaps } from "#worker/search/judge/find-gaps.ts";
import { findDuplicates } from "#worker/search/judge/near-duplicates.ts";
import { projectMap } from "#worker/search/judge/project-map.ts";
import { countRuns } from "./runs.ts";

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
