import { expect, test } from "vitest";
import { ball, ring, rod } from "#app/art/bodies.ts";
import { insetPolygon, measureArea } from "#app/art/geometry.ts";
import type { Point } from "#app/art/geometry.ts";
import { drawScene } from "#app/art/draw-scene.ts";
import { createRandom } from "#app/art/random.ts";
import { hashNumber } from "#shared/text/hash-number.ts";
import { measureDepth } from "#app/art/spine.ts";
import { swellCorner } from "#app/art/relief.ts";
import { tilePlane } from "#app/art/tiling.ts";
import type { Pattern } from "#app/art/tiling.ts";
import { clipToView, readTiles } from "./read-art.ts";

const seeds = Array.from({ length: 24 }, (_, index) => `seed ${index}`);

test("hashes and random numbers are the published ones", () => {
  expect(hashNumber("")).toBe(0x811c9dc5);
  expect(hashNumber("a")).toBe(0xe40c292c);
  expect(hashNumber("foobar")).toBe(0xbf9cf968);
  const random = createRandom("a");
  const numbers = Array.from({ length: 2000 }, random);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(Math.abs(numbers.reduce((sum, number) => sum + number, 0) / 2000 - 0.5)).toBeLessThan(0.03);
});

test.each<Pattern>(["free", "sun", "star"])("the %s tiling has neither gaps nor overlaps", (pattern) => {
  const view = { x: -70, y: 30, width: 310, height: 190 };
  for (const [index, seed] of seeds.entries()) {
    const tiles = tilePlane({
      centre: { x: 40 * (index % 3), y: 90 },
      edge: 13 + (index % 5) * 3,
      rotation: index * 0.7,
      pattern,
      seed,
      view,
    });
    expect(tiles.every(({ corners }) => corners.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))).toBe(
      true,
    );
    // Equal areas alone could hide a gap behind an overlap, so random places are counted as well.
    const covered = tiles.reduce((sum, { corners }) => sum + Math.abs(measureArea(clipToView(corners, view))), 0);
    expect(covered / (view.width * view.height)).toBeCloseTo(1, 6);
    const random = createRandom(seed);
    for (let trial = 0; trial < 40; trial += 1) {
      const place = { x: view.x + random() * view.width, y: view.y + random() * view.height };
      expect(tiles.filter(({ corners }) => holds(corners, place)).length).toBe(1);
    }
  }
});

test("all tiles of a tiling are one of two rhombs with the given side", () => {
  const edge = 20;
  const tiles = tilePlane({
    centre: { x: 0, y: 0 },
    edge,
    rotation: 0.3,
    pattern: "free",
    seed: "rhombs",
    view: { x: 0, y: 0, width: 400, height: 400 },
  });
  const areas = new Set(tiles.map(({ corners }) => (Math.abs(measureArea(corners)) / edge ** 2).toFixed(3)));
  expect([...areas].toSorted()).toEqual(["0.588", "0.951"]);
  const fat = tiles.filter(({ corners }) => Math.abs(measureArea(corners)) > 0.8 * edge ** 2).length;
  // Fat and thin tiles come in the golden ratio.
  expect(fat / (tiles.length - fat)).toBeGreaterThan(1.45);
  expect(fat / (tiles.length - fat)).toBeLessThan(1.8);
});

test("corners of tiles stay inside their body, and those outside move to its rim", () => {
  const bodies = [
    ball(0, 0, 60, "sun"),
    rod({ x: -50, y: 0 }, { x: 50, y: 20 }, 40, "petrol"),
    ring(0, 0, 80, 30, "verm"),
  ];
  const random = createRandom("swell");
  for (const body of bodies) {
    for (let trial = 0; trial < 400; trial += 1) {
      const corner = { x: random() * 260 - 130, y: random() * 260 - 130 };
      const { place, onRim } = swellCorner(body, corner);
      const depth = measureDepth(body, place);
      expect(depth).toBeGreaterThan(-0.001);
      expect(onRim).toBe(measureDepth(body, corner) <= 0);
      if (onRim) expect(Math.abs(depth)).toBeLessThan(0.001);
    }
  }
});

test("an inset moves every side by the same distance", () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];
  expect(Math.abs(measureArea(insetPolygon(square, [1, 1, 1, 1])))).toBeCloseTo(64);
  expect(Math.abs(measureArea(insetPolygon(square.toReversed(), [1, 1, 1, 1])))).toBeCloseTo(64);
  expect(insetPolygon(square, [6, 6, 6, 6])).toEqual([]);
});

test("tiles cover a body up to the edges of the view, although swelling moves them outwards", () => {
  const body = ball(0, 0, 3000, "sun", { pattern: "sun", edge: 30, swell: 0.84 });
  const view = { x: -200, y: 1500, width: 400, height: 200 };
  const svg = drawScene({ seed: "edge", view, ground: null, bodies: [body], scale: 1, grout: 0 });
  const polygons = [...svg.matchAll(/<path fill="#\w+" d="(M[^"]*)"/g)].flatMap(([, path = ""]) => readTiles(path));
  const covered = polygons.reduce((sum, corners) => sum + Math.abs(measureArea(clipToView(corners, view))), 0);
  expect(covered / (view.width * view.height)).toBeCloseTo(1, 1);
});

function holds(corners: readonly Point[], { x, y }: Point): boolean {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) > 0;
  });
  return sides.every(Boolean) || !sides.some(Boolean);
}
