import { type Metric, metricNames } from "./asked.ts";
import { formatDate } from "#shared/dates/formats.ts";
import { plotHeight, plotWidth } from "./plot.ts";
import type { EvaluationRow } from "#worker/search/staff/list-evaluations.ts";

export interface ChartPoint {
  id: string;
  x: number;
  y: number;
  /** The ends of the interval. */
  top: number;
  bottom: number;
  lexicalY: number;
  /** The day below the axis, as an instant and in UTC; null where there is no room. */
  tick: { at: number; name: string } | null;
  /** Another version than the one before. */
  starts: string | null;
}

export interface EvaluationView {
  /** One line about the chart. */
  about: string;
  /** What a reader of the picture would say. */
  finding: string;
  points: ChartPoint[];
  ticks: { y: number; name: string }[];
  /** Beside the last point. */
  fused: string;
  lexical: string;
  /** "0.672 ± 0.021", by the id of a version: its latest evaluation. */
  byVersion: Record<number, string>;
}

interface Telling {
  locale: string;
  metric: Metric;
  judged: number;
}

const mostTicks = 6;
export const tickStyle = { day: "numeric", month: "short" } as const;

/** One measure of the fused ranking over time, with that of words alone. `rows` come the newest first. */
export function toEvaluationView(rows: readonly EvaluationRow[], { locale, metric, judged }: Telling): EvaluationView {
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const short = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const toTick = (at: number) => ({ at, name: formatDate(at, locale, { ...tickStyle, timeZone: "UTC" }) });
  const measured = Array.from(rows.toReversed(), (row) => {
    const { fused, lexical } = row.figures;
    return { row, fused: fused[metric], lexical: lexical[metric] };
  });
  const name = metricNames[metric];
  const last = measured.at(-1);
  if (!last)
    return {
      about: `${name}, not measured yet`,
      finding: "Nothing has been measured yet.",
      points: [],
      ticks: [],
      fused: "",
      lexical: "",
      byVersion: {},
    };
  const values = measured.flatMap(({ fused, lexical }) => [fused.from, fused.to, lexical.mean]);
  const floor = Math.max(0, Math.floor(Math.min(...values) * 10 - 0.001) / 10);
  const ceiling = Math.min(1, Math.max(floor + 0.2, Math.ceil(Math.max(...values) * 10) / 10));
  const toY = (value: number) => plotHeight - ((value - floor) / (ceiling - floor)) * plotHeight;
  const toX = (place: number) => (measured.length === 1 ? plotWidth / 2 : (place / (measured.length - 1)) * plotWidth);
  const every = Math.ceil(measured.length / mostTicks);
  const steps = Math.round((ceiling - floor) * 10);
  return {
    about: `${name}, ${judged} judged queries, bars are 95 % intervals${floor > 0 ? `, axis from ${short.format(floor)}` : ""}`,
    finding: `${name} of the fused ranking: ${score.format(last.fused.mean)} at the last of ${measured.length} evaluations, between ${score.format(last.fused.from)} and ${score.format(last.fused.to)} with 95 % confidence. By words alone: ${score.format(last.lexical.mean)}.`,
    points: measured.map(({ row, fused, lexical }, place) => ({
      id: row.id,
      x: toX(place),
      y: toY(fused.mean),
      top: toY(fused.to),
      bottom: toY(fused.from),
      lexicalY: toY(lexical.mean),
      tick: (measured.length - 1 - place) % every === 0 ? toTick(row.createdAt) : null,
      starts: place > 0 && measured[place - 1]?.row.version !== row.version ? `v${row.version}` : null,
    })),
    ticks: Array.from({ length: steps + 1 }, (_, step) => {
      const value = floor + step / 10;
      return { y: toY(value), name: short.format(value) };
    }),
    fused: `Fused ${score.format(last.fused.mean)}`,
    lexical: `Words ${score.format(last.lexical.mean)}`,
    byVersion: Object.fromEntries(
      measured.map(({ row, fused }) => [
        row.version,
        `${score.format(fused.mean)} ± ${score.format((fused.to - fused.from) / 2)}`,
      ]),
    ),
  };
}
