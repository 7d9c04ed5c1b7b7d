import { expect, test } from "vitest";
import { writeNumber, writeSpread } from "../../lab/bench/markdown.ts";
import { writeTable } from "../../scripts/lib/write-table.ts";
import { groupProfile, nameRoom } from "../../lab/bench/profile.ts";
import { writeFigures, writeHistory } from "../../lab/bench/write-figures.ts";
import { computePercentile, computeRatios, computeSpread } from "../../lab/bench/statistics.ts";

test("a percentile lies between two values in proportion, whatever their order", () => {
  expect(computePercentile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(computePercentile([10, 30, 20], 0)).toBe(10);
  expect(computePercentile([10, 30, 20], 1)).toBe(30);
  expect(computePercentile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8);
  expect(() => computePercentile([], 0.5)).toThrow(RangeError);
});

test("a spread is the median with the quartiles", () => {
  expect(computeSpread([1, 2, 3, 4, 100])).toEqual({ median: 3, low: 2, high: 4 });
});

test("ratios compare what was measured in one round: a slow round is slow on both sides", () => {
  expect(computeRatios([2, 20, 6], [1, 10, 3])).toEqual({ median: 2, low: 2, high: 2 });
});

test("a table has columns of one width, with numbers to the right", () => {
  expect(
    writeTable(
      ["Route", "CPU ms"],
      [
        ["home", 6.1],
        ["session of a cookie", "12 (11–13)"],
      ],
    ),
  ).toBe(
    [
      "| Route               |     CPU ms |",
      "| ------------------- | ---------: |",
      "| home                |        6.1 |",
      "| session of a cookie | 12 (11–13) |",
    ].join("\n"),
  );
});

test("numbers are written with three digits that count", () => {
  expect([0, 0.0912, 0.1234, 1.234, 12.34, 123.4, 1234.5].map(writeNumber)).toEqual([
    "0",
    "0.091",
    "0.123",
    "1.23",
    "12.3",
    "123",
    "1,235",
  ]);
  expect(writeNumber(Number.NaN)).toBe("–");
  expect(writeSpread({ median: 3.2, low: 2.9, high: 3.61 })).toBe("3.2 (2.9–3.61)");
});

test("a profile is added up by name: in it alone, and with what it calls, once where it calls itself", () => {
  const frame = (functionName: string) => ({ functionName, url: "index.js", lineNumber: 0, columnNumber: 0 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("(root)"), children: [2, 5] },
      { id: 2, callFrame: frame("render"), children: [3] },
      { id: 3, callFrame: frame("render"), children: [4] },
      { id: 4, callFrame: frame("write") },
      { id: 5, callFrame: frame("(idle)") },
    ],
    samples: [2, 3, 4, 5],
    timeDeltas: [1000, 2000, 4000, 9000],
  };
  expect(groupProfile(profile, (node) => node.callFrame.functionName)).toEqual([
    { name: "write", self: 4, inclusive: 4 },
    { name: "render", self: 3, inclusive: 7 },
    { name: "(root)", self: 0, inclusive: 7 },
  ]);
});

test("a place in the bundle belongs to a package or to a folder of ours", () => {
  expect(nameRoom("../../../node_modules/@hono/zod-openapi/dist/index.js", "")).toBe("@hono/zod-openapi");
  expect(nameRoom("../../../node_modules/react-dom/cjs/server.js", "")).toBe("react-dom");
  expect(nameRoom("../../../app/site/home.tsx", "")).toBe("app/site");
  expect(nameRoom(undefined, "(garbage collector)")).toBe("(garbage collector)");
  expect(nameRoom("", "")).toBe("top level of the modules");
  expect(nameRoom(undefined, "fetch")).toBe("runtime");
});

test("a limit that a route misses is named in the document, and the history has its ratio", () => {
  const spread = (median: number) => ({ median, low: median, high: median });
  const route = { cpu: spread(1), fixedCpu: spread(0.5), p50: 1, p95: 2, timesBare: spread(0.25) };
  const grown = { of: "articles", name: "listing", queries: 2, bytes: 7, cpu: 1, p50: 1, p95: 2 };
  const figures = {
    at: "2026-11-22 08:00",
    machine: "2 processors",
    command: "npm run lab -- bench",
    rounds: 9,
    routes: [
      { ...route, name: "home", timesFixed: spread(2), limit: 1.5 },
      { ...route, name: "article", timesFixed: spread(2), timesAsking: spread(1.25), limit: 3 },
    ],
    counts: [],
    growth: [
      { ...grown, size: 10, rowsRead: 5 },
      { ...grown, size: 1000, rowsRead: 500 },
    ],
  };
  const lines = writeFigures(figures).split("\n");
  expect(lines.find((line) => line.startsWith("| home"))).toContain("1.5 ×, missed");
  expect(lines.find((line) => line.startsWith("| article"))).toMatch(/ 1\.25 \(1\.25–1\.25\) .* 3 × /);
  // One row for both sizes.
  expect(lines.find((line) => line.startsWith("| listing"))).toMatch(/ 10 → 1,000 \| +2 \| +5 → 500 \| +7 \|/);
  expect(JSON.parse(writeHistory(figures))).toMatchObject({
    timesFixed: { home: 2, article: 2 },
    timesAsking: { article: 1.25 },
  });
});
