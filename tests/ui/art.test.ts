import { expect, test } from "vitest";
import { sampleRamp, toHex } from "#app/art/colour.ts";
import type { Lch } from "#app/art/colour.ts";
import { palette, ramps } from "#app/art/palette.ts";
import { drawScene } from "#app/art/draw-scene.ts";
import { hashNumber } from "#shared/text/hash-number.ts";
import { pictures } from "#app/art/recipes/pictures.ts";
import { findUnbalanced } from "./read-art.ts";

const drawn = new Map(pictures.map(({ name, scene }) => [name, drawScene(scene)]));
const knownColours = listKnownColours();

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
    expect(hashNumber(drawScene(scene))).toBe(hashNumber(drawn.get(name) ?? ""));
    expect(drawScene({ ...scene, seed: `${scene.seed}!` }) === drawn.get(name)).toBe(false);
  }
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
      "hero-t-light",
      "hero-t-dark",
      "hero-m-light",
      "hero-m-dark",
      "horizon",
      "horizon-m",
      "cover-streams",
      "cover-streams-m",
      "e5-wide",
      "e5-wide-m",
      "plate-awards",
      "plate-missing",

      ...["ai", "cloud", "applications", "infrastructure"].map((pillar) => `pillar-${pillar}`),
      ...[...services, "gcc"].flatMap((slug) => [`token-${slug}`, `token-${slug}-dark`, `plate-${slug}`]),
      ...industries.flatMap((slug) => [`plate-${slug}`, `thumb-${slug}`]),
      "plate-microsoft",
      "plate-partners",
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

test("the test of colours finds a colour that is not in the palette", () => {
  expect(knownColours.has("#123456")).toBe(false);
  expect(knownColours.has("#7c3aed")).toBe(false);
});

test("pictures keep to their budgets when compressed", async () => {
  const budgets: readonly (readonly [prefix: string, kilobytes: number])[] = [
    ["hero-m", 11],
    ["hero-t", 14],
    ["hero", 19.5],
    ["horizon-m", 7],
    ["horizon", 16],
    ["pillar", 10],
    ["token", 4.2],
    ["thumb", 4],
    ["e5-wide-m", 9.5],
    ["e5-wide", 23],
    ["e5", 6.2],
    ["plate", 12.5],
    ["wide", 12.5],
    ["cover-streams-m", 7],
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

test("the hero moves in three groups, and not at all with reduced motion", () => {
  for (const name of ["hero-light", "hero-dark", "hero-t-light", "hero-t-dark", "hero-m-light", "hero-m-dark"]) {
    const svg = drawn.get(name) ?? "";
    expect([...svg.matchAll(/<g class="(\w+)">/g)].map(([, group]) => group)).toEqual(["field", "sun", "satellites"]);
    const style = /<style>(.*)<\/style>/.exec(svg)?.[1] ?? "";
    expect(style.startsWith("@media (prefers-reduced-motion:no-preference){")).toBe(true);
    expect(style).not.toContain("infinite");
  }
  expect([...drawn].filter(([name, svg]) => !name.startsWith("hero") && svg.includes("animation"))).toEqual([]);
});

test("the half of the hero behind the headline is empty", () => {
  const svg = drawn.get("hero-light") ?? "";
  const starts = [...svg.matchAll(/ d="M(-?\d+)/g)].map(([, x]) => Number(x));
  expect(Math.min(...starts)).toBeGreaterThan(2 * 690);
});

test("the windows of E5 show one scene: a body cut off by one continues in the next", () => {
  const silhouettes = [1, 2, 3, 4, 5].map((number) =>
    [...(drawn.get(`e5-${number}`) ?? "").matchAll(/<path d="(M[^"]*C[^"]*)"/g)].map(([, path]) => path),
  );
  for (const paths of silhouettes) expect(paths).toEqual(silhouettes[0]);
});

test("the picture of E5 continues from its last window to its first", () => {
  // Units of the file: five windows of 300 px and as many gaps of 18.
  const turn = 1.5 * 5 * (300 + 18);
  const streams = [...(drawn.get("e5-1") ?? "").matchAll(/<path d="(M[^"]*C[^"]*)"/g)];
  expect(streams.length).toBeGreaterThanOrEqual(2);
  for (const [, path = ""] of streams) {
    const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
    const points = numbers.flatMap((x, index) => (index % 2 === 0 ? [`${x} ${numbers[index + 1]}`] : []));
    const early = points.filter((point) => Math.abs(Number.parseInt(point, 10) - 160) <= 160);
    expect(early.length).toBeGreaterThan(4);
    expect(points).toEqual(
      expect.arrayContaining(early.map((point) => point.replace(/^\d+/, (x) => String(Number(x) + turn)))),
    );
  }
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
