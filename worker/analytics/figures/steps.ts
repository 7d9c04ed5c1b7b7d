import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { isCounted, joinEvents, writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, withOpen } from "./spans.ts";
import { listedRows, type PageQuery } from "./types.ts";
import { findPath } from "./vitals.ts";

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
}

/** What came before and after the views of one page, by what each view tells of the page before it. */
export function selectSteps(db: Db, { period, filters, listed }: PageQuery, page: string): Compilable<StepRow> {
  const filter = writeFilter(filters);
  const path = findPath(page);
  const select = sql<StepRow>`with ${withOpen(listPeriods({ period, previous: null }))},
    steps(side, path) as (
      select iif(visit_events.from_path = 0, 'entry', 'before'), visit_events.from_path
      from ${joinEvents(filter)} where ${isCounted("page")} and +visit_events.path = ${path}
      union all
      select 'after', visit_events.path
      from ${joinEvents(filter)} where ${isCounted("page")} and +visit_events.from_path = ${path}
      union all
      select 'exit', 0 from open cross join visits on ${isWithin("visits", "open")}
      where +visits.exit = ${path} and ${filter ?? sql`true`}),
    counted(side, path, times) as (select side, path, count(*) from steps group by 1, 2),
    placed as (
      select *, sum(times) over (partition by side) as total, count(*) over (partition by side) as found,
        row_number() over (partition by side order by times desc, path) as place from counted)
    select side, coalesce(word.value, '') as path, word.label, times, total, found
    from placed left join dimension_values as word on word.id = placed.path
    where place <= ${listed ?? listedRows} order by side, place`;
  return { compile: () => select.compile(db) };
}
