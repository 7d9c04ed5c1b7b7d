/** The page of costs is what its figures give, and what it computes can be followed by hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumed } from "../scripts/cost/assumed.ts";
import { computeMonth, priceOf } from "../scripts/cost/compute-cost.ts";
import { readCounted } from "../scripts/cost/counted.ts";
import { planDollars } from "../scripts/cost/prices.ts";
import { listedViews, writeCost } from "../scripts/cost/write-cost.ts";

test("docs/cost.md is up to date; `npm run cost` writes it", () => {
  expect(readFileSync(join(import.meta.dirname, "../docs/cost.md"), "utf8")).toBe(writeCost(readCounted()));
});

test("prices count beyond what the plan includes, as Cloudflare's own examples do", () => {
  // https://developers.cloudflare.com/workers/platform/pricing/, examples 1 and 4.
  expect(priceOf({ requests: 15_000_000, cpu: 15_000_000 * 7 }) + planDollars).toBeCloseTo(8);
  expect(priceOf({ requests: 100_000_000, cpu: 100_000_000 * 7 }) + planDollars).toBeCloseTo(45.4);
  expect(priceOf({ rowsWritten: 51_000_000, queueOperations: 2_000_000, mails: 4000 })).toBeCloseTo(1 + 0.4 + 0.35);
  expect(priceOf({ rowsRead: 25_000_000_000, databaseGb: 5, bucketGb: 10, bucketReads: 10_000_000 })).toBe(0);
});

test("more views never cost less, the cache never costs more, and each page has its share", () => {
  const months = listedViews.map((views) => computeMonth(views, readCounted()));
  for (const [index, { total, totalWithoutCache }] of months.entries()) {
    expect(totalWithoutCache).toBeGreaterThanOrEqual(total);
    expect(total).toBeGreaterThanOrEqual(months[index - 1]?.total ?? planDollars);
  }
  expect(Object.values(assumed.pages).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(() => computeMonth(1, { ...readCounted(), routes: {} })).toThrow("was not counted");
});
