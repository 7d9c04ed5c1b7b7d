/** The page of costs is what its figures give, and what it computes can be followed by hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumed } from "../../lab/cost/assumed.ts";
import { computeMonth, priceOf } from "../../lab/cost/compute-cost.ts";
import { readCounted } from "../../lab/cost/counted.ts";
import { planDollars } from "../../lab/cost/prices.ts";
import { listedViews, writeCost } from "../../lab/cost/write-cost.ts";
import { mostBackups } from "../../worker/backups/keep-backups.ts";

test("docs/cost.md is up to date; `npm run lab -- cost` writes it", () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/cost.md"), "utf8")).toBe(writeCost(readCounted()));
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

test("jobs and the backups of thirty nights are in each month, as often as they run", () => {
  const figures = readCounted();
  const none = { rowsRead: 0, rowsWritten: 0, bucketWrites: 0, bucketReads: 0, messages: 0, lines: 0, cpuMs: 0 };
  const { often, hourly, backup, backedUp } = figures.jobs;
  const [all, without] = [figures.jobs, { ...figures.jobs, often: none, hourly: none, backup: none }].map(
    (jobs) => computeMonth(0, { ...figures, jobs }).usage,
  );
  for (const kind of ["rowsRead", "rowsWritten", "bucketWrites", "bucketReads"] as const)
    expect((all?.[kind] ?? 0) - (without?.[kind] ?? 0), kind).toBeCloseTo(
      8640 * often[kind] + 720 * hourly[kind] + 30 * backup[kind],
    );
  expect(often.rowsRead * hourly.rowsRead * backup.rowsRead * backup.bucketWrites).toBeGreaterThan(0);
  // A database with as many rows again as the one that was counted is read and stored twice.
  const views = backedUp.rows / (assumed.accepting * assumed.monthsOfVisits);
  const grown = computeMonth(views, { ...figures, view: { ...figures.view, rowsWritten: 0 } });
  expect(grown.usage.bucketGb - computeMonth(0, figures).usage.bucketGb).toBeCloseTo(
    (mostBackups * backedUp.bytes) / 1e9,
    6,
  );
});
