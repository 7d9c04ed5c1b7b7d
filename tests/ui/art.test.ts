import { expect, test } from "vitest";
import { ball, ring, rod } from "#app/shared/art/bodies.ts";
import { sampleRamp, toHex } from "#app/shared/art/colour.ts";
import type { Lch } from "#app/shared/art/colour.ts";
import { clipPolygon, insetPolygon, measureArea } from "#app/shared/art/geometry.ts";
import type { Point } from "#app/shared/art/geometry.ts";
import { drawMark, drawStar } from "#app/shared/art/mark.ts";
import { palette, ramps } from "#app/shared/art/palette.ts";
import { plate } from "#app/shared/art/plate.ts";
import { createRandom, hashText } from "#app/shared/art/random.ts";
import { measureDepth } from "#app/shared/art/reach.ts";
import { coverMotifs, coverScene, missingPlate } from "#app/shared/art/recipes/covers.ts";
import { pictures } from "#app/shared/art/recipes/pictures.ts";
import { portraitScene } from "#app/shared/art/recipes/portraits.ts";
import { swellCorner } from "#app/shared/art/relief.ts";
import { tilePlane } from "#app/shared/art/tiling.ts";
import type { Pattern } from "#app/shared/art/tiling.ts";

const drawn = new Map(pictures.map(({ name, scene }) => [name, plate(scene)]));
const knownColours = listKnownColours();
const seeds = Array.from({ length: 24 }, (_, index) => `seed ${index}`);

test("hashes and random numbers are the published ones", () => {
  expect(hashText("")).toBe(0x811c9dc5);
  expect(hashText("a")).toBe(0xe40c292c);
  expect(hashText("foobar")).toBe(0xbf9cf968);
  const random = createRandom("a");
  const numbers = Array.from({ length: 2000 }, random);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(Math.abs(numbers.reduce((sum, number) => sum + number, 0) / 2000 - 0.5)).toBeLessThan(0.03);
});

test("colours match their sRGB values and stay inside the gamut", () => {
  expect(toHex(palette.abyss)).toBe("#021d24");
  expect(toHex(palette.verm)).toBe("#f34e28");
  expect(toHex([1, 0, 0])).toBe("#ffffff");
  expect(toHex([0.7, 0.4, 150])).toMatch(/^#[0-9a-f]{6}$/);
  expect(sampleRamp(ramps.sun, -1)).toEqual(palette.gold);
  expect(sampleRamp(ramps.sun, 2)).toEqual(palette.oxide);
});

test("a scene always gives the same bytes, and another seed gives others", () => {
  for (const { name, scene } of pictures.filter((_, index) => index % 7 === 0)) {
    expect(hashText(plate(scene))).toBe(hashText(drawn.get(name) ?? ""));
    expect(plate({ ...scene, seed: `${scene.seed}!` }) === drawn.get(name)).toBe(false);
  }
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

test("corners swell without leaving their body, and land on the rim from outside", () => {
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

test("the build writes every picture the pages ask for, once", () => {
  const names = pictures.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const services = [
    "artificial-intelligence",
    "data-analytics",
    "cloud-engineering",
    "application-lifecycle",
    "platforms",
    "infrastructure-security",
  ];
  const industries = ["healthcare", "manufacturing", "finserv", "renewable-energy", "pharmaceutical", "technology"];
  expect(names).toEqual(
    expect.arrayContaining([
      "hero-light",
      "hero-dark",
      "hero-m-light",
      "hero-m-dark",
      "horizon",
      "horizon-m",
      "cover-wave",
      "plate-missing",

      ...["ai", "cloud", "applications", "infrastructure"].map((pillar) => `pillar-${pillar}`),
      ...[...services, "gcc"].flatMap((slug) => [`token-${slug}`, `token-${slug}-dark`, `plate-${slug}`]),
      ...industries.map((slug) => `plate-${slug}`),
      ...[1, 2, 3, 4, 5].map((number) => `e5-${number}`),
      "wide-healthcare",
      "wide-manufacturing",
    ]),
  );
});

test.each(pictures.map(({ name, width, height }) => ({ name, width, height })))(
  "$name is a well-formed drawing in whole numbers and known colours",
  ({ name, width, height }) => {
    const svg = drawn.get(name) ?? "";
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(svg.slice(0, 90)).toContain(`width="${width}" height="${height}"`);
    expect(findUnbalanced(svg)).toEqual([]);
    expect(/NaN|Infinity|undefined|null|e-\d/.test(svg)).toBe(false);
    const style = /<style>.*<\/style>/.exec(svg)?.[0] ?? "";
    const shapes = svg.replace(style, "");
    const data = [...shapes.matchAll(/ d="([^"]*)"/g)].map(([, path = ""]) => path);
    expect(data.length).toBeGreaterThan(3);
    expect(data.filter((path) => !/^M[-\d MmLlAaCHhvz]+$/.test(path) || path.includes("."))).toEqual([]);
    const numbers = [...shapes.matchAll(/ (?:cx|cy|r|rx|x|y|stroke-width|viewBox)="([^"]*)"/g)].map(
      ([, text = ""]) => text,
    );
    expect(numbers.filter((text) => !/^-?\d+( -?\d+)*$/.test(text))).toEqual([]);
    const colours = new Set([...shapes.matchAll(/(?:fill|stroke)="(#[^"]*)"/g)].map(([, colour = ""]) => colour));
    expect([...colours].filter((colour) => !knownColours.has(colour))).toEqual([]);
    expect(colours.size).toBeGreaterThan(12);
  },
);

test("a colour from elsewhere would be noticed", () => {
  expect(knownColours.has("#123456")).toBe(false);
  expect(knownColours.has("#7c3aed")).toBe(false);
});

test("pictures keep to their budgets when compressed", async () => {
  const budgets: readonly (readonly [prefix: string, kilobytes: number])[] = [
    ["hero-m", 11],
    ["hero", 19.5],
    ["horizon-m", 7],
    ["horizon", 16],
    ["pillar", 10],
    ["token", 4.2],
    ["e5", 6.2],
    ["plate", 12.5],
    ["wide", 12.5],
    ["cover", 18],
    ["person", 5],
  ];
  const sizes = await Promise.all(
    pictures.map(async ({ name }) => {
      const budget = budgets.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 0;
      return { name, budget, size: (await measureGzip(drawn.get(name) ?? "")) / 1024 };
    }),
  );
  expect(sizes.filter(({ size, budget }) => size > budget)).toEqual([]);
});

test("the hero rises in three groups and keeps still for those who ask for it", () => {
  for (const name of ["hero-light", "hero-dark", "hero-m-light", "hero-m-dark"]) {
    const svg = drawn.get(name) ?? "";
    expect([...svg.matchAll(/<g class="(\w+)">/g)].map(([, group]) => group)).toEqual(["field", "sun", "satellites"]);
    const style = /<style>(.*)<\/style>/.exec(svg)?.[1] ?? "";
    expect(style.startsWith("@media (prefers-reduced-motion:no-preference){")).toBe(true);
    expect(style).not.toContain("infinite");
  }
  expect([...drawn].filter(([name, svg]) => !name.startsWith("hero") && svg.includes("animation"))).toEqual([]);
});

test("a body is covered with tiles up to the edges of the view, though swelling pushes them outwards", () => {
  const body = ball(0, 0, 3000, "sun", { pattern: "sun", edge: 30, swell: 0.84 });
  const view = { x: -200, y: 1500, width: 400, height: 200 };
  const svg = plate({ seed: "edge", view, ground: null, bodies: [body], scale: 1, grout: 0 });
  const polygons = [...svg.matchAll(/<path fill="#\w+" d="(M[^"]*)"/g)].flatMap(([, path = ""]) => readTiles(path));
  const covered = polygons.reduce((sum, corners) => sum + Math.abs(measureArea(clipToView(corners, view))), 0);
  expect(covered / (view.width * view.height)).toBeCloseTo(1, 1);
});

test("the hero leaves the headline's half clear", () => {
  const svg = drawn.get("hero-light") ?? "";
  const starts = [...svg.matchAll(/ d="M(-?\d+)/g)].map(([, x]) => Number(x));
  expect(Math.min(...starts)).toBeGreaterThan(2 * 690);
});

test("the lost page's plate lacks exactly one tile", () => {
  const { missing, ...whole } = missingPlate;
  expect(missing).toBeDefined();
  expect(countTiles(plate(whole)) - countTiles(plate(missingPlate))).toBe(1);
});

test("the windows of E5 show one scene: what leaves one enters the next", () => {
  const silhouettes = [1, 2, 3, 4, 5].map((number) =>
    [...(drawn.get(`e5-${number}`) ?? "").matchAll(/<path d="(M[^"]*C[^"]*)"/g)].map(([, path]) => path),
  );
  for (const paths of silhouettes) expect(paths).toEqual(silhouettes[0]);
});

test("a name always has the same portrait, and names differ", () => {
  expect(plate(portraitScene("Ada")) === plate(portraitScene("Ada"))).toBe(true);
  const people = seeds.map((name) => plate(portraitScene(name)));
  expect(new Set(people).size).toBe(seeds.length);
});

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

test("the mark is five rhombs with one accent that stands out", () => {
  const mark = drawMark();
  expect(mark.map(({ accent }) => accent)).toEqual([false, true, false, false, false]);
  const areas = mark.map(({ path }) => Math.abs(measureArea(readCorners(path))));
  for (const area of areas) expect(area / (areas[0] ?? 1)).toBeCloseTo(1, 1);
  const distances = mark.map(({ path }) =>
    Math.min(...readCorners(path).map(({ x, y }) => Math.hypot(x - 60, y - 62))),
  );
  expect(distances.indexOf(Math.max(...distances))).toBe(1);
  expect(drawStar(3).filter(({ accent }) => accent)).toHaveLength(3);
});

test("words on the pillars' grounds can be read", () => {
  const pairs: readonly (readonly [ground: string, text: string])[] = [
    ["#021d24", "#ffffff"],
    ["#cce4f0", "#021d24"],
    ["#d9f4e5", "#021d24"],
    ["#00303a", "#ffffff"],
  ];
  for (const [ground, text] of pairs) expect(measureContrast(ground, text)).toBeGreaterThan(7);
});

function clipToView(corners: readonly Point[], view: { x: number; y: number; width: number; height: number }): Point[] {
  const far = { x: view.x + view.width, y: view.y + view.height };
  let rest = clipPolygon(corners, view, { x: 1, y: 0 });
  rest = clipPolygon(rest, view, { x: 0, y: 1 });
  rest = clipPolygon(rest, far, { x: -1, y: 0 });
  return clipPolygon(rest, far, { x: 0, y: -1 });
}

function holds(corners: readonly Point[], { x, y }: Point): boolean {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) > 0;
  });
  return sides.every(Boolean) || !sides.some(Boolean);
}

function findUnbalanced(svg: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, closing, name = "", selfClosing] of svg.matchAll(
    /<(\/?)([a-z]+)(?: [a-zA-Z-]+="[^"<>]*")*(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop() !== name) wrong.push(tag);
    } else if (!selfClosing) open.push(name);
  }
  if (svg.replaceAll(/<(\/?)([a-z]+)(?: [a-zA-Z-]+="[^"<>]*")*(\/?)>/g, "").includes("<")) wrong.push("stray <");
  return [...wrong, ...open];
}

function countTiles(svg: string): number {
  return [...svg.matchAll(/ d="([^"]*)"/g)].reduce((sum, [, path = ""]) => sum + path.split("z").length - 1, 0);
}

/** Follows the relative moves of a path of tiles. */
function readTiles(path: string): Point[][] {
  let pen = { x: 0, y: 0 };
  return path.split("z").flatMap((part) => {
    const numbers = (part.match(/-?\d+/g) ?? []).map(Number);
    if (numbers.length < 6) return [];
    const steps = Array.from({ length: numbers.length / 2 }, (_, index) => ({
      x: numbers[index * 2] ?? 0,
      y: numbers[index * 2 + 1] ?? 0,
    }));
    const corners: Point[] = [];
    let place = pen;
    for (const step of steps) {
      place = { x: place.x + step.x, y: place.y + step.y };
      corners.push(place);
    }
    pen = corners[0] ?? pen;
    return [corners];
  });
}

function readCorners(path: string): Point[] {
  return [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

async function measureGzip(text: string): Promise<number> {
  const zipped = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return (await new Response(zipped).arrayBuffer()).byteLength;
}

function measureContrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [first, second].map(measureLuminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function measureLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Every colour the quantiser can give, the palette itself, the grouts, the two pages and two own grounds. */
function listKnownColours(): Set<string> {
  const own: Lch[] = [
    [0.44, 0.15, 28],
    [0.25, 0.044, 214],
  ];
  const plain: Lch[] = [
    ...Object.values(palette),
    ...Object.values(ramps).map((ramp) => sampleRamp(ramp, 0.86)),
    ...own,
  ];
  const known = new Set(["#ffffff", "#02161b", ...plain.map(toHex)]);
  for (let lightness = 0; lightness <= 36; lightness += 1) {
    for (let chroma = 0; chroma <= 9; chroma += 1) {
      for (let hue = 0; hue < 360; hue += 6) known.add(toHex([lightness / 36, chroma / 40, hue]));
    }
  }
  return known;
}
