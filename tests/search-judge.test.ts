import fc from "fast-check";
import { expect, test } from "vitest";
import { listSpellings, writeSound } from "#worker/search/engine/spell-word.ts";
import { findGaps } from "#worker/search/judge/find-gaps.ts";
import { findDuplicates } from "#worker/search/judge/near-duplicates.ts";
import { projectMap } from "#worker/search/judge/project-map.ts";

test("documents that say nearly the same are paired, and others are not", () => {
  const text = "We move your data centre to the cloud step by step and the databases are migrated last of all";
  const found = findDuplicates([
    { key: "a", text },
    { key: "b", text: `${text}, on a Sunday` },
    { key: "c", text: "Penetration tests of banks each quarter, with findings that are closed" },
  ]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ first: "a", second: "b" });
  expect(found[0]?.likeness).toBeGreaterThan(0.8);
});

test("what is asked and not answered is told once, with all ways in which it was asked", () => {
  const gaps = findGaps([
    { text: "Office in Berlin", times: 2, found: 0, clicks: 0 },
    { text: "berlin offices", times: 5, found: 0, clicks: 0 },
    { text: "cloud bill", times: 9, found: 12, clicks: 4 },
    { text: "prices", times: 4, found: 3, clicks: 0 },
    { text: "seldom asked", times: 1, found: 3, clicks: 0 },
  ]);
  expect(gaps.map(({ text, also, times, reason }) => [text, also, times, reason])).toEqual([
    ["berlin offices", ["Office in Berlin"], 7, "nothing found"],
    ["prices", [], 4, "nothing opened"],
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
    { numRuns: 100 },
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
