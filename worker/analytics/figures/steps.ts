import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { isLeftLast } from "./count-vitals.ts";
import { isCounted, joinEvents, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, withOpen } from "./spans.ts";
import { listedRows, type PageQuery } from "./types.ts";
import { findPath } from "./vitals.ts";

/** How far down a page is read to its end, in per cent: what is below is the footer. */
const endOfPage = 90;

/** `entry` and `exit` have one row, without a path: visits that began with the page, or ended there. */
export interface StepRow {
  side: "before" | "entry" | "after" | "exit";
  path: string;
  label: string | null;
  /** How many times. */
  times: number;
  /** Of all paths of this side. */
  total: number;
  found: number;
  /** JSON of `PageRead`, of all paths of this side. */
  read: string;
}

/** How a page was read, of the views that report it. */
export interface PageRead {
  views: number;
  /** The sum of the milliseconds in which it was visible and its visitor active. */
  engagedMs: number;
  /** The sum of how far down it was seen, in per cent of the page. */
  scroll: number;
  /** Views that saw 90 % of it or more. */
  toEnd: number;
}

/** Of the row of `visits`; 0 where it does not know how its last page was left. A page that was seen was so to some depth. */
function ofLastPage(column: "left_engaged_ms" | "left_scroll") {
  return sql`iif(${isLeftLast}, visits.${sql.ref(column)}, 0)`;
}

/**
 * What came before and after the views of one page, by what each view reports of the page before it. Of a visit that ended
 * there, its row has how the page was left.
 */
export function selectSteps(db: Db, { period, filters, listed }: PageQuery, page: string): Compilable<StepRow> {
  const filter = writeFilter(filters);
  const path = findPath(page);
  const select = sql<StepRow>`with ${withOpen(listPeriods({ period, previous: null }))},
    steps(side, path, engaged_ms, scroll) as (
      select iif(visit_events.from_path = 0, 'entry', 'before'), visit_events.from_path, 0, 0
      from ${joinEvents(filter)} where ${isCounted("page")} and +visit_events.path = ${path}
      union all
      select 'after', visit_events.path, visit_events.engaged_ms, visit_events.scroll
      from ${joinEvents(filter)} where ${isCounted("page")} and +visit_events.from_path = ${path}
      union all
      select 'exit', 0, ${ofLastPage("left_engaged_ms")}, ${ofLastPage("left_scroll")}
      from open cross join visits on ${isWithin("visits", "open")}
      where +visits.exit = ${path} and ${filter ?? sql`true`}),
    counted(side, path, times, views, engaged_ms, scroll, to_end) as (
      select side, path, count(*), sum(scroll > 0), sum(iif(scroll > 0, engaged_ms, 0)), sum(scroll),
        sum(scroll >= ${sql.lit(endOfPage)}) from steps group by 1, 2),
    placed as (
      select *, sum(times) over own as total, count(*) over own as found,
        json_object('views', sum(views) over own, 'engagedMs', sum(engaged_ms) over own, 'scroll', sum(scroll) over own,
          'toEnd', sum(to_end) over own) as read,
        row_number() over (partition by side order by times desc, path) as place
      from counted window own as (partition by side))
    select side, coalesce(word.value, '') as path, word.label, times, total, found, read
    from placed left join dimension_values as word on word.id = placed.path
    where place <= ${listed ?? listedRows} order by side, place`;
  return { compile: () => select.compile(db) };
}

/** How the page was read. The next view reports how a view went; for the last one the visit does. */
export function sumRead(steps: readonly StepRow[]): PageRead {
  const sides = (["after", "exit"] as const).flatMap((side) => steps.find((row) => row.side === side) ?? []);
  const reads = sides.map(({ read }) => JSON.parse(read) as PageRead);
  const sum = (count: (read: PageRead) => number) => reads.reduce((total, read) => total + count(read), 0);
  return {
    views: sum(({ views }) => views),
    engagedMs: sum(({ engagedMs }) => engagedMs),
    scroll: sum(({ scroll }) => scroll),
    toEnd: sum(({ toEnd }) => toEnd),
  };
}
