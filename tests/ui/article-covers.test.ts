/** Addresses made from titles, and how covers are cut and judged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeFreeSlug, makeSlug } from "#shared/text/make-slug.ts";
import { measureContrast } from "#app/staff/insights/cover/contrast.ts";
import { cutAround } from "#app/staff/insights/cover/cut-around.ts";
import { countRuns } from "#tests/runs.ts";

test.for<[string, string]>([
  ["The forecast is a product, not a report", "the-forecast-is-a-product-not-a-report"],
  ["Größe, Œuvre & café — “naïve” ﬁle", "grosse-oeuvre-cafe-naive-file"],
  ["It's the team’s 3rd 100 % win", "its-the-teams-3rd-100-win"],
  ["  ../../admin?x=1#y ", "admin-x-1-y"],
  ["日本語", ""],
])("the address of “%s” is “%s”", ([title, slug]) => {
  expect(makeSlug(title)).toBe(slug);
});

test("whatever the title, its address is one that can be stored, and does not change when made again", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.lorem({ maxCount: 40 })), (title) => {
      const slug = makeSlug(title);
      if (slug !== "") expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(makeSlug(slug)).toBe(slug);
    }),
    { numRuns: countRuns(3000) },
  );
});

test("an address that is taken gets the next free number", () => {
  expect(makeFreeSlug("a", new Map())).toBe("a");
  expect(
    makeFreeSlug(
      "a",
      new Map([
        ["a", 1],
        ["a-2", 1],
      ]),
    ),
  ).toBe("a-3");
});

test("a picture is cut around its focal point, never beyond its edges, in the wanted shape", () => {
  expect(cutAround({ width: 2000, height: 1000 }, { x: 0.5, y: 0.5 }, { width: 100, height: 100 })).toEqual({
    x: 500,
    y: 0,
    width: 1000,
    height: 1000,
  });
  expect(cutAround({ width: 2000, height: 1000 }, { x: 1, y: 0 }, { width: 100, height: 100 }).x).toBe(1000);
  const length = fc.integer({ min: 1, max: 9000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(length, length, share, share, length, length, (width, height, x, y, wide, high) => {
      const cut = cutAround({ width, height }, { x, y }, { width: wide, height: high });
      expect(cut.width / cut.height).toBeCloseTo(wide / high, 6);
      expect(cut.x).toBeGreaterThanOrEqual(0);
      expect(cut.y).toBeGreaterThanOrEqual(0);
      expect(cut.x + cut.width).toBeLessThanOrEqual(width + 1e-6);
      expect(cut.y + cut.height).toBeLessThanOrEqual(height + 1e-6);
    }),
    { numRuns: countRuns(3000) },
  );
});

test("contrast is WCAG's, and a bright patch counts where a bright dot does not", () => {
  const paint = (...parts: [count: number, value: number][]) =>
    new Uint8ClampedArray(
      parts.flatMap(([count, value]) => Array.from({ length: count }, () => [value, value, value, 255]).flat()),
    );
  expect(measureContrast(paint([100, 0]), "#ffffff")).toBeCloseTo(21, 5);
  expect(measureContrast(paint([100, 255]), "#ffffff")).toBeCloseTo(1, 5);
  expect(measureContrast(paint([100, 118]), "#ffffff")).toBeCloseTo(4.54, 1);
  expect(measureContrast(paint([97, 0], [3, 255]), "#ffffff")).toBeCloseTo(21, 5);
  expect(measureContrast(paint([90, 0], [10, 255]), "#ffffff")).toBeCloseTo(1, 5);
});
