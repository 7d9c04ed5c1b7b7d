import { expect, test } from "vitest";
import { findLocale } from "#app/shared/find-locale.ts";
import { computeTicks, formatOverview } from "#app/staff/analytics/format-overview.ts";
import type { Overview } from "#worker/analytics/read-overview.ts";

const midnight = Date.UTC(2026, 10, 19);

function makeOverview(overrides: Partial<Overview> = {}): Overview {
  return {
    since: midnight,
    readAt: midnight + 3_600_000,
    accepted: 1200,
    rejected: 800,
    visitors: 1100,
    views: 5234,
    byDay: [
      { start: midnight, views: 5000, visitors: 1000 },
      { start: midnight + 86_400_000, views: 234, visitors: 200 },
    ],
    byPath: [{ path: "/caf%C3%A9", title: "Café", views: 5234, visitors: 1100 }],
    paths: 3,
    dropped: [{ reason: "bot", count: 1 }],
    ...overrides,
  };
}

test("numbers and days are written in the reader's language, days in UTC", () => {
  const german = formatOverview(makeOverview(), "de-DE");
  expect(german).toMatchObject({ choices: "2.000", views: "5.234", pathsLeftOut: 2 });
  expect(german.coverage).toMatch(/^60\s%$/);
  expect(german.days.map(({ key }) => key)).toEqual(["2026-11-19", "2026-11-20"]);
  expect(formatOverview(makeOverview(), "en-GB")).toMatchObject({
    coverage: "60%",
    views: "5,234",
    finding: "5,234 views in 2 days, the most on 19 Nov 2026: 5,000.",
    paths: [{ path: "/caf%C3%A9", name: "/café" }],
  });
});

test("without choices the coverage is missing", () => {
  const figures = formatOverview(
    makeOverview({
      accepted: 0,
      rejected: 0,
      views: 0,
      byDay: [{ start: midnight, views: 0, visitors: 0 }],
      dropped: [],
    }),
    "en-GB",
  );
  expect(figures).toMatchObject({ isEmpty: true, coverage: null, finding: "No views on these days." });
});

test("a path that cannot be decoded is shown as it is", () => {
  const figures = formatOverview(
    makeOverview({ byPath: [{ path: "/%E0%A4", title: "", views: 1, visitors: 1 }] }),
    "en-GB",
  );
  expect(figures.paths[0]?.name).toBe("/%E0%A4");
});

test("the first language that exists is used, and invalid ones are skipped", () => {
  expect(findLocale("de-CH, en;q=0.8")).toBe("de-CH");
  expect(findLocale("*, ;;, fr;q=0.5")).toBe("fr");
  expect(findLocale(null)).toBe("en-GB");
});

test("the axis begins at zero, ends at or above the largest value, and has round whole steps", () => {
  expect(computeTicks(0)).toEqual([0, 1]);
  expect(computeTicks(3)).toEqual([0, 1, 2, 3]);
  expect(computeTicks(42)).toEqual([0, 20, 40, 60]);
  for (const largest of [1, 7, 99, 1234, 987_654]) {
    const ticks = computeTicks(largest);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});
