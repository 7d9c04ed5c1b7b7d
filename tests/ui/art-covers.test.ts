import { expect, test } from "vitest";
import { plate } from "#app/shared/art/plate.ts";
import { coverMotifs, coverScene, missingPlate } from "#app/shared/art/recipes/covers.ts";
import { portraitScene } from "#app/shared/art/recipes/portraits.ts";
import { countTiles, findUnbalanced } from "./read-art.ts";

test("covers take a motif, a lead colour, a seed and a density", () => {
  const motifs = Object.keys(coverMotifs) as (keyof typeof coverMotifs)[];
  for (const motif of motifs) {
    const svg = plate(coverScene({ motif, seed: "cover" }));
    expect(svg.slice(0, 90)).toContain('width="1440" height="520"');
    expect(findUnbalanced(svg)).toEqual([]);
  }
  const usual = plate(coverScene({ motif: "finserv", seed: "cover" }));
  expect(plate(coverScene({ motif: "finserv", seed: "cover", lead: "leaf" })) === usual).toBe(false);
  expect(plate(coverScene({ motif: "finserv", seed: "another" })) === usual).toBe(false);
  const dense = plate(coverScene({ motif: "finserv", seed: "cover", density: 1.6 }));
  expect(countTiles(dense) / countTiles(usual)).toBeGreaterThan(1.3);
  expect(() => coverScene({ motif: "wave", seed: "a", density: 9 })).toThrow(RangeError);
  expect(() => coverScene({ motif: "wave", seed: "a", density: Number.NaN })).toThrow(RangeError);
  expect(() => coverScene({ motif: "wave", seed: "a", width: 0 })).toThrow(RangeError);
});

test("a name always has the same portrait, and names differ", () => {
  expect(plate(portraitScene("Ada")) === plate(portraitScene("Ada"))).toBe(true);
  const names = Array.from({ length: 24 }, (_, index) => `name ${index}`);
  expect(new Set(names.map((name) => plate(portraitScene(name)))).size).toBe(names.length);
});

test("the lost page's plate lacks exactly one tile", () => {
  const { missing, ...whole } = missingPlate;
  expect(missing).toBeDefined();
  expect(countTiles(plate(whole)) - countTiles(plate(missingPlate))).toBe(1);
});
