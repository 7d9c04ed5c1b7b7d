import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { ReportFigures } from "../figures/read-report.ts";
import type { PageRead, StepRow } from "../figures/steps.ts";
import type { FunnelStep, Vital } from "../figures/types.ts";

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
  /** How the page was read, per view that reports it: active milliseconds, and how far down it was seen, in per cent. */
  | { kind: "read"; path: string; views: number; engaged_ms: number | null; scroll: number | null; to_end: number }
  /** `week` is its Monday; `returned` has who came again one week later, two, and so on. */
  | { kind: "cohort"; week: string; visitors: number; returned: number[] }
  | { kind: "missing"; path: string; from: string; times: number }
  /** Visits that came so far, and the median of the milliseconds since the step before. */
  | {
      kind: "step";
      step: number;
      looks_for: ReturnType<typeof writeStep>;
      visits: number;
      visits_before: number | null;
      median_ms: number | null;
      median_ms_before: number | null;
    }
  /** `empty` times nothing was found. */
  | { kind: "search"; words: string; times: number; empty: number };

/** The rows of a report in one list; `kind` says what each is. Vitals in milliseconds, CLS without unit. */
export function listReportRows(
  found: ReportFigures,
  { zone, steps }: { zone: string; steps: readonly FunnelStep[] },
): ReportRow[] {
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
        : [
            ...found.steps.map(({ side, path, label, times }) => ({ kind: side, path, title: label, times })),
            toReadRow(found.page, found.read),
          ];
    case "funnels":
      return steps.map((step, index) => {
        const { visits = 0, before = null, median = null, medianBefore = null } = found.steps[index] ?? {};
        return {
          kind: "step",
          step: index + 1,
          looks_for: writeStep(step),
          visits,
          visits_before: before,
          median_ms: median,
          median_ms_before: medianBefore,
        };
      });
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

/** What a step looks for, as programs get it. */
export function writeStep({ kind, values, about }: FunnelStep) {
  return { kind, values: [...values], about };
}

function toReadRow(path: string, { views, engagedMs, scroll, toEnd }: PageRead): ReportRow {
  const each = (sum: number) => (views === 0 ? null : sum / views);
  return { kind: "read", path, views, engaged_ms: each(engagedMs), scroll: each(scroll), to_end: toEnd };
}
