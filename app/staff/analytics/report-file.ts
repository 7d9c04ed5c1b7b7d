import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { ExportedFile } from "#worker/analytics/export-figures.ts";
import { countedWeeks } from "#worker/analytics/figures/cohorts.ts";
import type { ReportFigures } from "#worker/analytics/figures/read-report.ts";
import type { FunnelStep } from "#worker/analytics/figures/types.ts";
import { nameStep } from "./funnels/view.ts";
import { vitalNames } from "./vitals-view.ts";

/** The rows of a report as cells of a file: numbers are plain ones, vitals in milliseconds, CLS without unit. */
export function toReportFile(
  found: ReportFigures,
  { zone, locale, steps }: { zone: string; locale: string; steps?: readonly FunnelStep[] | null },
): ExportedFile {
  switch (found.report) {
    case "vitals":
      return {
        heads: ["Page", "Title", "Vital", "Measurements", "75th percentile", "Good", "Poor"],
        rows: found.vitals.map(({ path, label, vital, count, p75, good, poor }) =>
          [path ?? found.page ?? "", label ?? "", vitalNames[vital].short].concat([count, p75, good, poor].map(String)),
        ),
      };
    case "paths": {
      const steps =
        found.page === null
          ? found.pages.rows.map(({ value, label, hits }) => ({ side: "view", path: value, label, times: hits }))
          : found.steps;
      return {
        heads: ["Kind", "Page", "Title", "Times"],
        rows: steps.map(({ side, path, label, times }) => [side, path, label ?? "", String(times)]),
      };
    }
    case "funnels":
      return {
        heads: ["Step", "Visits", "Median seconds since the step before", "Visits before", "Median seconds before"],
        rows: found.steps.map(({ visits, median, before, medianBefore }, index) => {
          const step = steps?.[index];
          return [
            step ? nameStep(step, locale) : "",
            String(visits),
            toSeconds(median),
            String(before ?? ""),
            toSeconds(medianBefore),
          ];
        }),
      };
    case "cohorts": {
      const weeks = Array.from({ length: countedWeeks }, (_, index) => index);
      return {
        heads: [`Week of (${zone})`, "Visitors", ...weeks.map((week) => `Week ${week + 1}`)],
        rows: found.cohorts.map(({ from, visitors, returned }) => [
          writeZonedTime(from, zone).slice(0, 10),
          String(visitors),
          ...weeks.map((week) => String(returned[week] ?? "")),
        ]),
      };
    }
    case "not-found":
      return {
        heads: ["Kind", "Page or search", "Came from", "Times", "Nothing found"],
        rows: [
          ...found.missing.map(({ path, from, times }) => ["missing page", path, from, String(times), ""]),
          ...found.searches.map(({ words, times, empty }) => ["search", words, "", String(times), String(empty)]),
        ],
      };
  }
}

function toSeconds(milliseconds: number | null): string {
  return milliseconds === null ? "" : String(Math.round(milliseconds / 100) / 10);
}
