import { type Compilable, sql } from "kysely";
import { type Bucket, listBuckets } from "#shared/dates/zoned-buckets.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { isBounce, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, type Part, type Span, withRolled, withSpans } from "./spans.ts";
import type { FiguresQuery, Point, Totals } from "./types.ts";
import { selectVisitors, type VisitorsRow } from "./visitors.ts";

/**
 * `figures` is JSON: visitors, visits, views, bounces, milliseconds. `start` lies within the bucket that they are of; it is
 * null in a row that has the visitors of a whole period.
 */
interface SumRow {
  part: Part;
  start: number | null;
  figures: string;
}

export interface SeriesQueries {
  buckets: readonly { part: Part; buckets: readonly Bucket[] }[];
  sums: Compilable<SumRow>;
  /** Null where `sums` has them. */
  visitors: Compilable<VisitorsRow> | null;
}

/**
 * One query of numbers that are right when days are added up, and one of visitors, who must count once. Where filters
 * apply, one query has all.
 */
export function selectSeries(db: Db, query: FiguresQuery): SeriesQueries {
  const filter = writeFilter(query.filters);
  const periods = listPeriods(query);
  const buckets = periods.map((span) => ({ part: span.part, buckets: listBuckets(span, query.interval, query.zone) }));
  const spans = buckets.flatMap(({ part, buckets: own }) => own.map(({ from, to }): Span => ({ part, from, to })));
  if (filter) return { buckets, sums: selectFiltered(db, spans, filter), visitors: null };
  const isHourly = query.interval === "hour";
  // An hour or a day is read as a whole from one place, and its visitors with it.
  const isWhole = isHourly || query.interval === "day";
  const sums = sql<SumRow>`with ${withRolled(periods)}, ${withSpans("buckets", spans)},
    spans(part, starts, ends) as materialized (
      select open.part, max(open.starts, buckets.starts), min(open.ends, buckets.ends) from open cross join buckets
      on buckets.part = open.part and buckets.starts < open.ends and buckets.ends > open.starts)
    select part, ${isHourly ? sql`figures.value` : sql`rolled.day`} as start,
      json_array(figures.visitors, figures.visits, figures.views, figures.bounces, figures.engaged_ms) as figures
    from rolled cross join daily_figures as figures
    on figures.day = rolled.day and figures.dimension = ${sql.lit(isHourly ? "hour" : "total")} union all
    select part, starts as start, (
      select ${sumVisits(isWhole)} from visits where ${isWithin("visits", "spans")}
    ) as figures from spans`;
  const visitors = selectVisitors(db, query, isWhole ? periods : [...periods, ...spans]);
  return { buckets, sums: { compile: () => sums.compile(db) }, visitors };
}

/** Reads the visits of the periods once, then counts what passed by bucket and by period. */
function selectFiltered(db: Db, buckets: readonly Span[], filter: Sql): Compilable<SumRow> {
  const select = sql<SumRow>`with ${withSpans("spans", buckets)},
    seen(part, start, visitor, views, is_bounce, engaged_ms) as materialized (
      select spans.part, spans.starts, visits.visitor, visits.views, ${isBounce}, visits.engaged_ms
      from spans cross join visits on ${isWithin("visits", "spans")} and ${filter})
    select part, start,
      json_array(count(distinct visitor), count(*), sum(views), sum(is_bounce), sum(engaged_ms)) as figures
    from seen group by 1, 2
    union all select part, null, json_array(count(*)) from (select part from seen group by part, visitor) group by 1`;
  return { compile: () => select.compile(db) };
}

/** JSON: visitors (0 where nobody asks for them), visits, views, bounces and milliseconds of a set of `visits`. */
export function sumVisits(isWithVisitors: boolean) {
  return sql`json_array(${isWithVisitors ? sql`count(distinct visits.visitor)` : sql`0`}, count(*),
    coalesce(sum(visits.views), 0), coalesce(sum(${isBounce}), 0), coalesce(sum(visits.engaged_ms), 0))`;
}

export interface Series {
  totals: Totals;
  points: Point[];
}

/** The chart and the totals of one of the periods. */
export function toSeries(
  { buckets, sums, visitors }: SeriesQueries,
  [summed, counted]: readonly [D1Result | undefined, D1Result | undefined],
  part: Part,
): Series {
  const own = buckets.find((each) => each.part === part)?.buckets ?? [];
  const points = own.map(({ start }): Point => ({ start, ...startTotals() }));
  const totals = startTotals();
  for (const row of readRows(sums, summed).filter((each) => each.part === part)) {
    const point = row.start === null ? totals : points[findBucket(own, row.start)];
    if (point) addFigures(point, JSON.parse(row.figures) as number[]);
  }
  for (const { visits, views, bounces, engagedMs } of points)
    addFigures(totals, [0, visits, views, bounces, engagedMs]);
  const [from, to] = [own[0]?.from, own.at(-1)?.to];
  const found = visitors ? readRows(visitors, counted) : [];
  for (const row of found.filter((each) => each.part === part)) {
    const point = points[findBucket(own, row.starts)];
    if (row.starts === from && row.ends === to) totals.visitors = row.visitors;
    if (point && row.ends === own[points.indexOf(point)]?.to) point.visitors = row.visitors;
  }
  return { totals, points };
}

function startTotals(): Totals {
  return { visitors: 0, visits: 0, views: 0, bounces: 0, engagedMs: 0 };
}

function addFigures(totals: Totals, [visitors = 0, visits = 0, views = 0, bounces = 0, engaged = 0]: number[]): void {
  totals.visitors += visitors;
  totals.visits += visits;
  totals.views += views;
  totals.bounces += bounces;
  totals.engagedMs += engaged;
}

/** Index of the last bucket that begins at `at` or before. */
function findBucket(buckets: readonly Bucket[], at: number): number {
  let [low, high] = [0, buckets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((buckets[middle]?.from ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
