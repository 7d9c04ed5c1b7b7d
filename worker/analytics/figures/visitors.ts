/** How many visitors there were in periods, weeks and months: a sum over days, each visitor counted once. */
import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { listPeriods, type Part, type Span, withRolled, withSpans } from "./spans.ts";
import type { FiguresQuery } from "./types.ts";

export interface VisitorsRow {
  part: Part;
  starts: number;
  ends: number;
  visitors: number;
}

/**
 * For a `with` that has `open`: `name(part, starts, ends, until)`, the spans of `asked`. All days up to `until` are rolled, or
 * without visits; from there on the visits are read.
 */
export function withUntil(name: string, asked: string, isSamePart = sql`open.part = asked.part`): Sql {
  return sql`${sql.table(name)}(part, starts, ends, until) as materialized (
    select part, starts, ends, coalesce((
      select min(max(open.starts, asked.starts)) from open
      where ${isSamePart} and open.starts < asked.ends and open.ends > asked.starts
        and exists (select 1 from visits where visits.started_at >= open.starts and visits.started_at < open.ends)), ends)
    from ${sql.table(asked)} as asked)`;
}

/** SQL: `visitor` came on none of the rolled days of the row of `spans`. */
export function isNotIn(spans: string, visitor: Sql): Sql {
  const [starts, until] = [sql.ref(`${spans}.starts`), sql.ref(`${spans}.until`)];
  return sql`(${starts} = ${until} or not exists (
    select 1 from visitors where visitors.visitor = ${visitor} and visitors.first_at < ${until}
      and (visitors.first_at >= ${starts} or exists (
        select 1 from json_each(visitors.returns) as came where came.value >= ${starts} and came.value < ${until}))))`;
}

/**
 * Visitors of `spans`, which lie within the periods of the query. On rolled days those count whose day before was not in the
 * same span; from the first day on that is not rolled, those of its visits who came on none of the days before.
 */
export function selectVisitors(db: Db, query: FiguresQuery, spans: readonly Span[]): Compilable<VisitorsRow> {
  const select = sql<VisitorsRow>`with ${withRolled(listPeriods(query))}, ${withSpans("asked", spans)},
    ${withUntil("spans", "asked")}
    select part, starts, ends, (
      select coalesce(sum(daily_returns.visitors), 0) from rolled cross join daily_returns
      on daily_returns.day = rolled.day and daily_returns.previous < spans.starts
      where rolled.part = spans.part and rolled.day >= spans.starts and rolled.day < spans.until
    ) + (
      select count(*) from (
        select visits.visitor from visits
        where visits.started_at >= spans.until and visits.started_at < spans.ends and visits.views > 0 group by 1) as seen
      where ${isNotIn("spans", sql`seen.visitor`)}
    ) as visitors from spans`;
  return { compile: () => select.compile(db) };
}
