import { metricNotes } from "#shared/analytics/figure-words.ts";
import type { Figures, Metric } from "#worker/analytics/figures/types.ts";
import { metricNames } from "./names.ts";
import { computeCoverage, computeMetric, type Writing } from "#worker/analytics/figures/writing.ts";

export interface KeyFigure {
  /** The metric that the chart can show, or the coverage. */
  key: Metric | "coverage";
  name: string;
  value: string;
  /** What it counts, in a sentence or two. */
  note: string;
  /** Against the comparison; null where nothing is compared. `from` is the value there. */
  change: { text: string; from: string; tone: "better" | "worse" | "even" } | null;
}

const notes: Record<KeyFigure["key"], string> = metricNotes;

const order: readonly KeyFigure["key"][] = [
  "visitors",
  "coverage",
  "views",
  "visits",
  "viewsPerVisit",
  "engaged",
  "bounce",
];

/** The key figures in their order, each with its change. */
export function toKeyFigures(figures: Figures, writing: Writing): KeyFigure[] {
  return order.map((key) => (key === "coverage" ? toCoverage(figures, writing) : toFigure(key, figures, writing)));
}

function toFigure(key: Metric, { totals, before }: Figures, writing: Writing): KeyFigure {
  const [now, then] = [computeMetric(totals, key), before && computeMetric(before, key)];
  return {
    key,
    name: metricNames[key],
    note: notes[key],
    value: now === null ? "–" : writing.metric(now, key),
    change:
      now === null || then === null
        ? null
        : {
            ...tell(
              writing.metricChange(now, then, key),
              writing.metricChange(then, then, key),
              key === "bounce" ? then - now : now - then,
            ),
            from: writing.metric(then, key),
          },
  };
}

function toCoverage({ coverage, coverageBefore }: Figures, writing: Writing): KeyFigure {
  const [now, then] = [computeCoverage(coverage), coverageBefore && computeCoverage(coverageBefore)];
  return {
    key: "coverage",
    name: "Coverage",
    note: notes.coverage,
    value: now === null ? "–" : writing.share(now),
    change:
      now === null || then === null
        ? null
        : { ...tell(writing.points(now - then), writing.points(0), now - then), from: writing.share(then) },
  };
}

/** A change as text with what to think of it: one that is written like `none` is none. */
function tell(text: string, none: string, difference: number) {
  const tone = text === none ? "even" : difference > 0 ? "better" : "worse";
  return { text, tone } as const;
}
