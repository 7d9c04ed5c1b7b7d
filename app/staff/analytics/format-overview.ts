import { decodePath } from "#app/shared/decode-path.ts";
import type { Overview } from "#worker/analytics/read-overview.ts";

export type Figures = ReturnType<typeof formatOverview>;

const dropNotes = {
  bot: "Crawlers that name themselves",
  clock: "Clock more than a day out",
  invalid: "Records that do not fit the format",
  excess: "Visits past one network’s share of the day",
  automated: "Visits of programs, told by what they did",
} as const;

/**
 * Formats the overview for the page. Numbers and dates become text here, on the server, in the reader's language, so
 * that the browser's own language data cannot differ from what was rendered.
 */
export function formatOverview(overview: Overview, locale: string) {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", dateStyle: "medium", timeZone: "UTC" });
  const choices = overview.accepted + overview.rejected;
  const busiest = overview.byDay.reduce((most, row) => (row.views > most.views ? row : most));

  return {
    isEmpty: choices === 0 && overview.views === 0 && overview.dropped.length === 0,
    choices: number.format(choices),
    accepted: number.format(overview.accepted),
    rejected: number.format(overview.rejected),
    coverage: choices === 0 ? null : percent.format(overview.accepted / choices),
    visitors: number.format(overview.visitors),
    views: number.format(overview.views),
    readAt: `${time.format(overview.readAt)} UTC`,
    days: overview.byDay.map((row) => ({
      key: new Date(row.start).toISOString().slice(0, 10),
      shortName: day.format(row.start),
      name: fullDay.format(row.start),
      count: row.views,
      views: number.format(row.views),
      visitors: number.format(row.visitors),
    })),
    finding:
      overview.views === 0
        ? "No views on these days."
        : `${number.format(overview.views)} views in ${overview.byDay.length} days, the most on ` +
          `${fullDay.format(busiest.start)}: ${number.format(busiest.views)}.`,
    ticks: computeTicks(busiest.views).map((value) => ({ value, name: number.format(value) })),
    paths: overview.byPath.map((row) => ({
      path: row.path,
      name: decodePath(row.path),
      title: row.title,
      views: number.format(row.views),
      visitors: number.format(row.visitors),
    })),
    pathsLeftOut: overview.paths - overview.byPath.length,
    dropped: overview.dropped.map((row) => ({ name: dropNotes[row.reason], count: number.format(row.count) })),
  };
}

/** Up to five round values from zero to at least `largest`, whole numbers apart. */
export function computeTicks(largest: number): number[] {
  const rough = Math.max(1, largest / 4);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude);
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step);
}
