import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { Figures, Point } from "#worker/analytics/figures/types.ts";
import type { ExportedFile } from "#worker/analytics/export-figures.ts";
import { sumSources } from "./goals-view.ts";
import { dimensionNames, goalNames, nameDrop, nameValue, splitNames } from "./names.ts";
import { hitNames } from "./panels-view.ts";
import type { AnalyticsState } from "./state.ts";

const totalHeads = ["Visitors", "Visits", "Views", "Bounces", "Active seconds"];

/** The rows of a panel, or of the chart where the address shows none, as cells of a file: numbers are plain ones. */
export function toFile(
  { figures, zone }: { figures: Figures; zone: string },
  { state, locale }: { state: AnalyticsState; locale: string },
): ExportedFile {
  const { panel: dimension, report, split } = state;
  if (report)
    return {
      heads: [splitNames[split], "Value", "Last visit", "First visit"],
      rows: sumSources(figures.report?.sources ?? []).map(({ value, last, first }) => [
        value === null ? "Not known" : nameValue(split, value, locale),
        value ?? "",
        String(last),
        String(first),
      ]),
    };
  if (dimension === null) {
    const { series, seriesBefore } = figures;
    return {
      heads: [`Begins (${zone})`, ...totalHeads, ...(seriesBefore ? ["Compared with", ...totalHeads] : [])],
      rows: series.map((point, place) => writePoint(point, zone).concat(writePoint(seriesBefore?.[place], zone))),
    };
  }
  const hits = hitNames[dimension];
  return {
    heads: [dimensionNames[dimension], "Value", "Title", "Visits", "Visits before", ...(hits ? [hits] : [])],
    rows: (figures.panels[dimension]?.rows ?? []).map((row) =>
      [
        nameValue(dimension, row.value, locale),
        row.value,
        row.label ?? "",
        String(row.visits),
        row.before === null ? "" : String(row.before),
      ].concat(hits ? String(row.hits) : []),
    ),
  };
}

/** What was dropped in the days of the chart, which are days of UTC here. */
export function toDroppedFile({ coverage, dropped }: Figures): ExportedFile {
  return {
    heads: ["Reason", "Name", "Dropped"],
    rows: [
      ["rejected", "Rejected cookies", String(coverage.rejected)],
      ...dropped.map(({ reason, count }) => [reason, nameDrop(reason), String(count)]),
    ],
  };
}

/** All goals, those of staff last: of these, who reached them is known of each. */
export function toGoalsFile({ goals, ownGoals }: Figures): ExportedFile {
  const rows = [
    ...goals.map(({ goal, ...counted }) => ({ value: goal as string, name: goalNames[goal], ...counted })),
    ...ownGoals.map(({ id, name, done, before }) => ({ value: id, name, done, known: done, before })),
  ];
  return {
    heads: ["Goal", "Value", "Done", "Known", "Done before"],
    rows: rows.map(({ name, value, done, known, before }) =>
      [name, value].concat([done, known, before ?? ""].map(String)),
    ),
  };
}

function writePoint(point: Point | undefined, zone: string): string[] {
  if (!point) return [];
  const { start, visitors, visits, views, bounces, engagedMs } = point;
  const totals = [visitors, visits, views, bounces, Math.round(engagedMs / 1000)].map(String);
  return [writeZonedTime(start, zone), ...totals];
}
