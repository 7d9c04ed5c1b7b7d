import { day, hour } from "#shared/dates/durations.ts";
import type { AnalyticsPage } from "#worker/analytics/read-page.ts";
import type { Figures, FiguresQuery, PanelRow, Point, Totals } from "#worker/analytics/figures/types.ts";

/** Wednesday, half past two in Berlin. */
export const wednesday = Date.UTC(2026, 10, 18, 13, 30);

export function makeTotals(visits: number): Totals {
  return {
    visitors: Math.round(visits * 0.8),
    visits,
    views: Math.round(visits * 2.5),
    bounces: Math.round(visits * 0.4),
    engagedMs: visits * 62_000,
  };
}

export function makePanelRow(value: string, visits: number, before: number | null = null): PanelRow {
  return { value, label: null, visits, hits: visits * 2, before };
}

/** Figures that a query could have: visits that grow from day to day, and the same panel rows in each panel. */
export function makeFigures(query: FiguresQuery, overrides: Partial<Figures> = {}): Figures {
  const length = query.interval === "hour" ? hour : day;
  const count = Math.round((query.period.to - query.period.from) / length);
  const series = (from: number, least: number): Point[] =>
    Array.from({ length: count }, (_, place) => ({ start: from + place * length, ...makeTotals(least + place * 10) }));
  return {
    totals: makeTotals(5000),
    before: query.previous && makeTotals(4000),
    coverage: { accepted: 682, rejected: 318 },
    coverageBefore: query.previous && { accepted: 703, rejected: 297 },
    series: series(query.period.from, 100),
    seriesBefore: query.previous && series(query.previous.from, 80),
    panels: Object.fromEntries(
      query.panels.map((dimension) => [
        dimension,
        {
          rows: Array.from({ length: 9 }, (_, place) =>
            makePanelRow(`/value-${place}`, 900 - place * 100, place * 100),
          ),
          more: 3,
        },
      ]),
    ),
    ownGoals: [],
    goals: [
      { goal: "enquiry", done: 61, known: 38, before: query.previous && 50 },
      { goal: "application", done: 0, known: 0, before: query.previous && 0 },
    ],
    report: null,
    dropped: [{ reason: "bot", count: 1234 }],
    happenings: [],
    asOf: wednesday,
    ...overrides,
  };
}

export function makeSettings(overrides: Partial<AnalyticsPage["settings"]> = {}): AnalyticsPage["settings"] {
  return {
    zone: "Europe/Berlin",
    version: 1,
    first: wednesday - 400 * day,
    movedUntil: null,
    goalNames: {},
    views: [],
    defaultView: null,
    reports: [],
    ...overrides,
  };
}

export const someRealtime: AnalyticsPage["realtime"] = {
  now: 3,
  minutes: Array.from({ length: 30 }, (_, minute) => minute % 7),
  pages: [{ path: "/caf%C3%A9", visitors: 3 }],
};
