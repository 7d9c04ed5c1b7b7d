import { sql } from "kysely";
import type { Sql } from "../insert-rows.ts";
import type { FiguresQuery, Period } from "./types.ts";

/** Which of the two periods a row is of. */
export const parts = { current: 0, previous: 1 } as const;
export type Part = (typeof parts)[keyof typeof parts];

export interface Span {
  part: Part;
  from: number;
  to: number;
}

/** Numbered by anything else than the periods, such as weeks. */
type NumberedSpan = Omit<Span, "part"> & { part: number };

export function listPeriods({ period, previous }: Pick<FiguresQuery, "period" | "previous">): Span[] {
  return [toSpan(parts.current, period), ...(previous ? [toSpan(parts.previous, previous)] : [])];
}

function toSpan(part: Part, { from, to }: Period): Span {
  return { part, from, to };
}

/** `name(part, starts, ends)` for a `with`: one bound value for any number of spans. */
export function withSpans(name: string, spans: readonly NumberedSpan[]): Sql {
  const rows = JSON.stringify(spans.map(({ part, from, to }) => [part, from, to]));
  return sql`${sql.table(name)}(part, starts, ends) as materialized (
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${rows}))`;
}

/**
 * For a `with`: `periods`; `rolled(part, day)`, the days whose figures are in daily_figures; and `open(part, starts, ends)`,
 * what is left of the periods and is to be read from the visits.
 */
export function withRolled(periods: readonly Span[]): Sql {
  return sql`${withSpans("periods", periods)},
    rolled(part, day, ends, until) as materialized (
      select part, rolled_days.day, rolled_days.ends, periods.ends from periods cross join rolled_days
      on rolled_days.day >= periods.starts and rolled_days.day < periods.ends and rolled_days.ends <= periods.ends),
    open(part, starts, ends) as materialized (
      select part, starts, ends from (
        select part, ends as starts, lead(day, 1, until) over (partition by part order by day) as ends from rolled
        union all
        select part, starts, coalesce((select min(day) from rolled where rolled.part = periods.part), ends) from periods)
      where ends > starts)`;
}

/** The same where filters apply: nothing is rolled, and all of the periods is read from the visits. */
export function withOpen(periods: readonly Span[]): Sql {
  return withSpans("open", periods);
}

/**
 * A condition about rows of `table`: they are of visits that began within a row of `spans`. A visit of which no view has come
 * is none yet.
 */
export function isWithin(table: "visits" | "visit_events", spans: string): Sql {
  const started = sql.ref(`${table}.started_at`);
  const within = sql`${started} >= ${sql.ref(`${spans}.starts`)} and ${started} < ${sql.ref(`${spans}.ends`)}`;
  return table === "visits" ? sql`${within} and visits.views > 0` : within;
}
