import { writeZonedTime } from "#app/shared/zoned-time.ts";
import type { ReportFigures } from "../figures/read-report.ts";
import type { StepRow } from "../figures/steps.ts";
import type { Vital } from "../figures/types.ts";

type ReportRow =
  | {
      kind: "vital";
      /** Null for all pages together. */
      path: string | null;
      title: string | null;
      vital: Vital;
      measurements: number;
      p75: number;
      good: number;
      poor: number;
    }
  | { kind: "view" | StepRow["side"]; path: string; title: string | null; times: number }
  /** `week` is its Monday; `returned` has who came again one week later, two, and so on. */
  | { kind: "cohort"; week: string; visitors: number; returned: number[] }
  | { kind: "missing"; path: string; from: string; times: number }
  /** `empty` times nothing was found. */
  | { kind: "search"; words: string; times: number; empty: number };

/** The rows of a report in one list; `kind` says what each is. Vitals in milliseconds, CLS without unit. */
export function listReportRows(found: ReportFigures, zone: string): ReportRow[] {
  switch (found.report) {
    case "vitals":
      return found.vitals.map(({ path, label, vital, count, p75, good, poor }) => ({
        kind: "vital",
        path: path ?? found.page,
        title: label,
        vital,
        measurements: count,
        p75,
        good,
        poor,
      }));
    case "paths":
      return found.page === null
        ? found.pages.rows.map(({ value, label, hits }) => ({
            kind: "view",
            path: value,
            title: label,
            times: hits,
          }))
        : found.steps.map(({ side, path, label, times }) => ({ kind: side, path, title: label, times }));
    case "cohorts":
      return found.cohorts.map(({ from, visitors, returned }) => ({
        kind: "cohort",
        week: writeZonedTime(from, zone).slice(0, 10),
        visitors,
        returned: [...returned],
      }));
    case "not-found":
      return [
        ...found.missing.map(({ path, from, times }) => ({ kind: "missing" as const, path, from, times })),
        ...found.searches.map(({ words, times, empty }) => ({ kind: "search" as const, words, times, empty })),
      ];
  }
}
