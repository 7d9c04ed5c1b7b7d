import { type Compilable, sql } from "kysely";
import { type Bucket, listBuckets } from "#app/shared/zoned-buckets.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import { isBounce, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, type Part, type Span, withOpen, withRolled, withSpans } from "./spans.ts";
import type { FiguresQuery, Point, Totals } from "./types.ts";

/** `figures` is JSON: visitors, visits, views, bounces, milliseconds. `start` lies within the bucket that they are of. */
interface SumRow {
  part: Part;
  start: number;
  figures: string;
}

interface VisitorsRow {
  part: Part;
  starts: number;
  ends: number;
  visitors: number;
}

export interface SeriesQueries {
  buckets: readonly { part: Part; buckets: readonly Bucket[] }[];
  sums: Compilable<SumRow>;
  visitors: Compilable<VisitorsRow>;
}

/** The query of numbers that are right when days are added up, and the one of visitors, who must be told apart. */
export function selectSeries(db: Db, query: FiguresQuery): SeriesQueries {
  const filter = writeFilter(query.filters);
  const periods = listPeriods(query);
  const buckets = periods.map((span) => ({ part: span.part, buckets: listBuckets(span, query.interval, query.zone) }));
  const spans = buckets.flatMap(({ part, buckets: own }) => own.map(({ from, to }): Span => ({ part, from, to })));
  const isHourly = query.interval === "hour";
  // An hour or a day is read as a whole from one place, and its visitors with it.
  const isWhole = isHourly || query.interval === "day" || filter !== null;
  const rolled = sql`select part, ${isHourly ? sql`figures.value` : sql`rolled.day`} as start,
      json_array(figures.visitors, figures.visits, figures.views, figures.bounces, figures.engaged_ms) as figures
    from rolled cross join daily_figures as figures
    on figures.day = rolled.day and figures.dimension = ${sql.lit(isHourly ? "hour" : "total")} union all`;
  const sums = sql<SumRow>`with ${filter ? withOpen(periods) : withRolled(periods)}, ${withSpans("buckets", spans)},
    spans(part, starts, ends) as materialized (
      select open.part, max(open.starts, buckets.starts), min(open.ends, buckets.ends) from open cross join buckets
      on buckets.part = open.part and buckets.starts < open.ends and buckets.ends > open.starts)
    ${filter ? sql`` : rolled}
    select part, starts as start, (
      select ${sumVisits(isWhole)} from visits where ${isWithin("visits", "spans")} and ${filter ?? sql`true`}
    ) as figures from spans`;
  const visitors = selectVisitors(db, query, isWhole ? periods : [...periods, ...spans]);
  return { buckets, sums: { compile: () => sums.compile(db) }, visitors };
}

/** JSON: visitors (0 where nobody asks for them), visits, views, bounces and milliseconds of a set of `visits`. */
export function sumVisits(isWithVisitors: boolean) {
  return sql`json_array(${isWithVisitors ? sql`count(distinct visits.visitor)` : sql`0`}, count(*),
    coalesce(sum(visits.views), 0), coalesce(sum(${isBounce}), 0), coalesce(sum(visits.engaged_ms), 0))`;
}

/** Each visitor once in each span. A month that is frozen, and whose days have not changed since, is not counted again. */
function selectVisitors(db: Db, query: FiguresQuery, spans: readonly Span[]): Compilable<VisitorsRow> {
  const filter = writeFilter(query.filters);
  // Of hundreds of thousands of visits, SQLite sorts the visitors twice as fast as it counts them distinct.
  const count = sql`(select count(*) from (select 1 from visits
    where ${isWithin("visits", "spans")} and ${filter ?? sql`true`} group by visits.visitor))`;
  const frozen = sql`(select monthly_visitors.visitors from monthly_visitors
    where monthly_visitors.month = spans.starts and monthly_visitors.ends = spans.ends
      and not exists (select 1 from open where open.starts < spans.ends and open.ends > spans.starts))`;
  const select = filter
    ? sql<VisitorsRow>`with ${withSpans("spans", spans)} select part, starts, ends, ${count} as visitors from spans`
    : sql<VisitorsRow>`with ${withRolled(listPeriods(query))}, ${withSpans("spans", spans)}
        select part, starts, ends, coalesce(${frozen}, ${count}) as visitors from spans`;
  return { compile: () => select.compile(db) };
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
  for (const row of readRows(sums, summed)) {
    const point = row.part === part ? points[findBucket(own, row.start)] : undefined;
    if (point) addFigures(point, JSON.parse(row.figures) as number[]);
  }
  const totals = startTotals();
  for (const { visits, views, bounces, engagedMs } of points)
    addFigures(totals, [0, visits, views, bounces, engagedMs]);
  const [from, to] = [own[0]?.from, own.at(-1)?.to];
  for (const row of readRows(visitors, counted).filter((each) => each.part === part)) {
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
