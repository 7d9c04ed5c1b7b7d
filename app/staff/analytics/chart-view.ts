import type { Figures, Interval, Metric } from "#worker/analytics/figures/types.ts";
import type { HappeningView } from "./happenings-view.ts";
import { intervalNames, metricNames } from "./names.ts";
import { computeMetric, type Writing } from "#worker/analytics/figures/writing.ts";

/** Of the drawing, from the highest tick to zero, in pixels. Its width is 1000 units, whatever the screen. */
export const plotHeight = 160;
export const plotWidth = 1000;

export interface ChartPoint {
  x: number;
  /** From the top; null where there is nothing to draw: no visit to divide by, or still to come. */
  y: number | null;
  beforeY: number | null;
  name: string;
  value: string;
  /** The point of the comparison at the same place; null without one. */
  before: { name: string; value: string } | null;
  /** Below the axis, where there is room for it. */
  tick: string | null;
  /** It is not over. */
  isOpen: boolean;
  /** What happened in it. */
  happened: string[];
}

export interface ChartNote {
  id: string;
  letter: string;
  x: number;
  /** False for automatic annotations, whose letters stand in a row of their own. */
  isNote: boolean;
  text: string;
  /** Whether its text has room beside its letter, and on which side. */
  room: "after" | "before" | null;
}

export interface ChartView {
  title: string;
  /** What it shows, in one sentence. */
  finding: string;
  legend: { now: string; before: string | null };
  ticks: { y: number; name: string }[];
  points: ChartPoint[];
  /** The place of the highest point; null where none is above zero. */
  peak: number | null;
  notes: ChartNote[];
}

interface Asked {
  metric: Metric;
  interval: Interval;
  legend: ChartView["legend"];
  at: number;
  /** Where the period ends. */
  to: number;
}

/** The chart of one metric, with its texts and the places of all that is drawn. */
export function toChartView(
  {
    series,
    seriesBefore,
    happenings,
  }: Pick<Figures, "series" | "seriesBefore"> & { happenings: readonly HappeningView[] },
  { metric, interval, legend, at, to }: Asked,
  writing: Writing,
): ChartView {
  const values = series.map((point) => (point.start > at ? null : computeMetric(point, metric)));
  const before = seriesBefore?.map((point) => computeMetric(point, metric)) ?? [];
  const ticks = computeTicks(Math.max(0, ...[...values, ...before].map((value) => value ?? 0)), metric);
  const top = ticks.at(-1) ?? 1;
  const yOf = (value: number | null | undefined) =>
    typeof value === "number" ? round(plotHeight * (1 - value / top)) : null;
  const xOf = (place: number) => round(series.length > 1 ? (place / (series.length - 1)) * plotWidth : plotWidth / 2);
  const every = Math.max(1, Math.ceil(series.length / 8));
  const write = (value: number | null | undefined) => (typeof value === "number" ? writing.metric(value, metric) : "–");
  const points = series.map((point, place): ChartPoint => {
    const then = seriesBefore?.[place];
    return {
      x: xOf(place),
      y: yOf(values[place]),
      beforeY: yOf(before[place]),
      name: writing.bucket(point.start, interval),
      value: write(values[place]),
      before: then ? { name: writing.bucket(then.start, interval), value: write(before[place]) } : null,
      tick: place % every === 0 ? writing.tick(point.start, interval) : null,
      happened: happenings.filter((each) => each.place === place).map(({ text }) => text),
      isOpen: point.start <= at && at < (series[place + 1]?.start ?? to),
    };
  });
  const peak = findPeak(values);
  const title = `${metricNames[metric]} by ${intervalNames[interval].toLowerCase()}`;
  const highest = peak === null ? null : points[peak];
  return {
    title,
    finding: highest
      ? `${title}, ${legend.now}: the most ${interval === "hour" ? "at" : "on"} ${highest.name}, ${highest.value}.`
      : `${title}, ${legend.now}: nothing above zero.`,
    legend,
    ticks: ticks.map((value) => ({ y: yOf(value) ?? 0, name: writing.metric(value, metric) })),
    points,
    peak,
    notes: [true, false].flatMap((isNote) =>
      placeNotes(
        happenings.filter((each) => each.isNote === isNote),
        xOf,
      ),
    ),
  };
}

function findPeak(values: readonly (number | null)[]): number | null {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return most === 0 ? null : values.indexOf(most);
}

/** Annotations at the hour, day, week or month in which they are; those of the same one share a letter's place. */
function placeNotes(same: readonly HappeningView[], xOf: (place: number) => number) {
  return same.flatMap(({ id, letter, text, isNote, place }, index): ChartNote[] => {
    if (place < 0) return [];
    const x = xOf(place);
    const [left = -1, right = -1] = [same[index - 1]?.place, same[index + 1]?.place];
    const hasRight = (right < 0 ? plotWidth : xOf(right)) - x > 180;
    const hasLeft = x - (left < 0 ? 0 : xOf(left)) > 380;
    return [{ id, letter, isNote, x, text, room: hasRight ? "after" : hasLeft ? "before" : null }];
  });
}

/** A, B … Z, AA, AB … */
export function nameLetter(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : nameLetter(Math.floor(index / 26) - 1) + letter;
}

/** Steps of durations, in milliseconds. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200].map((seconds) => seconds * 1000);

/** Up to five round values from zero to at least `largest`. Counts are whole numbers apart. */
export function computeTicks(largest: number, metric: Metric): number[] {
  const step = chooseStep(largest / 4, metric);
  return Array.from({ length: Math.max(1, Math.ceil(round(largest / step))) + 1 }, (_, index) => index * step);
}

function chooseStep(rough: number, metric: Metric): number {
  if (metric === "engaged") return steps.find((step) => step >= rough) ?? rough;
  const least = metric === "bounce" ? 0.01 : metric === "viewsPerVisit" ? 0.5 : 1;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(rough, least)));
  return Math.max(least, ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude);
}

/** To a hundredth, so that pages stay small. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
