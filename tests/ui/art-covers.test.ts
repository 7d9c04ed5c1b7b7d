import { expect, test } from "vitest";
import { drawScene } from "#app/art/draw-scene.ts";
import { coverMotifs, buildCoverScene, missingPlate } from "#app/art/recipes/covers.ts";
import { buildPortraitScene } from "#app/art/recipes/portraits.ts";
import { countTiles, findUnbalanced } from "./read-art.ts";

test("covers take a motif, a lead colour, a seed and a density", () => {
  const motifs = Object.keys(coverMotifs) as (keyof typeof coverMotifs)[];
  for (const motif of motifs) {
    const svg = drawScene(buildCoverScene({ motif, seed: "cover" }));
    expect(svg.slice(0, 90)).toContain('width="1440" height="520"');
    expect(findUnbalanced(svg)).toEqual([]);
  }
  const usual = drawScene(buildCoverScene({ motif: "finserv", seed: "cover" }));
  expect(drawScene(buildCoverScene({ motif: "finserv", seed: "cover", lead: "leaf" })) === usual).toBe(false);
  expect(drawScene(buildCoverScene({ motif: "finserv", seed: "another" })) === usual).toBe(false);
  const dense = drawScene(buildCoverScene({ motif: "finserv", seed: "cover", density: 1.6 }));
  expect(countTiles(dense) / countTiles(usual)).toBeGreaterThan(1.3);
  expect(() => buildCoverScene({ motif: "streams", seed: "a", density: 9 })).toThrow(RangeError);
  expect(() => buildCoverScene({ motif: "streams", seed: "a", density: Number.NaN })).toThrow(RangeError);
  expect(() => buildCoverScene({ motif: "streams", seed: "a", width: 0 })).toThrow(RangeError);
});

test("a name always has the same portrait, and names differ", () => {
  expect(drawScene(buildPortraitScene("Ada")) === drawScene(buildPortraitScene("Ada"))).toBe(true);
  const names = Array.from({ length: 24 }, (_, index) => `name ${index}`);
  expect(new Set(names.map((name) => drawScene(buildPortraitScene(name)))).size).toBe(names.length);
});

test("the plate of the not-found page lacks exactly one tile", () => {
  const { missing, ...whole } = missingPlate;
  expect(missing).toBeDefined();
  expect(countTiles(drawScene(whole)) - countTiles(drawScene(missingPlate))).toBe(1);
});
