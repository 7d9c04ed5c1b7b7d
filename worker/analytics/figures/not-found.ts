import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { isCounted, joinEvents, writeFilter } from "./dimensions.ts";
import { listPeriods, withOpen } from "./spans.ts";
import { type FiguresQuery, listedRows } from "./types.ts";

export interface MissingRow {
  path: string;
  /** Where the link was: a path of this site, host and path of another, or "direct". */
  from: string;
  times: number;
  /** Of all rows, also those that are not listed. */
  found: number;
}

export interface SearchRow {
  words: string;
  times: number;
  /** How many times nothing was found. */
  empty: number;
  found: number;
}

type Query = Pick<FiguresQuery, "period" | "filters" | "listed">;

/** Pages that there are not, with where visitors came from, the most frequent first. */
export function selectMissing(db: Db, query: Query): Compilable<MissingRow> {
  const select = sql<MissingRow>`with ${withOpen(listPeriods({ period: query.period, previous: null }))},
    counted(path, value, times) as (
      select visit_events.path, visit_events.value, count(*) from ${joinEvents(writeFilter(query.filters))}
      where ${isCounted("missing")} group by 1, 2)
    select word.value as path, coalesce(came.value, '') as "from", times, count(*) over () as found
    from counted join dimension_values as word on word.id = counted.path
    left join dimension_values as came on came.id = counted.value
    order by times desc, 1, 2 limit ${query.listed ?? listedRows}`;
  return { compile: () => select.compile(db) };
}

/** What was sought, those that found nothing first. */
export function selectSearches(db: Db, query: Query): Compilable<SearchRow> {
  const select = sql<SearchRow>`with ${withOpen(listPeriods({ period: query.period, previous: null }))},
    counted(value, times, empty) as (
      select visit_events.value, count(*), count(*) filter (where visit_events.amount = 0)
      from ${joinEvents(writeFilter(query.filters))} where ${isCounted("search")} group by 1)
    select coalesce(word.value, '') as words, times, empty, count(*) over () as found
    from counted left join dimension_values as word on word.id = counted.value
    order by empty desc, times desc, 1 limit ${query.listed ?? listedRows}`;
  return { compile: () => select.compile(db) };
}
