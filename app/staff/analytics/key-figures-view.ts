import type { Coverage, Figures, Metric } from "#worker/analytics/figures/types.ts";
import { metricNames } from "./names.ts";
import { computeMetric, type Writing } from "./writing.ts";

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

const notes: Record<KeyFigure["key"], string> = {
  visitors:
    "People who accepted and came in these days, each counted once, however often they came. Days do not add up: who comes on two days counts on both.",
  coverage:
    "Accepted, of all choices about cookies in these days. Who rejects is in no other number. Filters do not change it, for nothing else is known of who rejects.",
  views: "Pages that were opened, also again, by visitors who accepted.",
  visits: "A visit ends after 30 minutes without a sign of the visitor, and belongs to the day on which it began.",
  viewsPerVisit: "Views divided by visits.",
  engaged: "Time in which a page was in sight and the visitor active, for each visit on average.",
  bounce: "Visits of one view with less than ten active seconds and no event, of all visits.",
};

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
            text: writing.metricChange(now, then, key),
            from: writing.metric(then, key),
            tone: judge(key === "bounce" ? then - now : now - then),
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
        : { text: writing.points(now - then), from: writing.share(then), tone: judge(now - then) },
  };
}

/** Accepted, of all choices; null without any. */
export function computeCoverage({ accepted, rejected }: Coverage): number | null {
  return accepted + rejected === 0 ? null : accepted / (accepted + rejected);
}

function judge(difference: number): "better" | "worse" | "even" {
  if (difference === 0) return "even";
  return difference > 0 ? "better" : "worse";
}
