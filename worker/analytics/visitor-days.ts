/**
 * The days on which visitors came: `first_at` is the start of the earliest visit with a view, `returns` a list with one visit
 * of each later day that is rolled. Whatever changes the days of a visitor opens the days on which the same visitor came later,
 * because their sums say when it came before.
 */
import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "./insert-rows.ts";
import { clockTolerance } from "./lifetimes.ts";
import type { VisitKey } from "./visit-key.ts";

/** JSON: `first_at` and `returns` of the row of `visitors`, ascending. Null without a visit. */
export const allDays = sql`('[' || visitors.first_at
  || iif(visitors.returns = '[]', ']', ',' || substr(visitors.returns, 2)))`;

/** SQL that takes `at` as the first visit of the row of `visitors`: the former first one becomes a return. */
export function setFirst(at: Sql): Sql {
  return sql`first_at = iif(${isEarlier(at)}, ${at}, visitors.first_at),
    returns = iif(${at} < visitors.first_at, ${allDays}, visitors.returns)`;
}

export function isEarlier(at: Sql): Sql {
  return sql`(${at} is not null and (visitors.first_at is null or ${at} < visitors.first_at))`;
}

/** Opens the rolled days that have an instant `at` of the rows of `from`. */
export function openDays(at: Sql, from: Sql): Sql {
  return sql`delete from rolled_days where day in (
    select rolled.day from ${from} cross join rolled_days as rolled
    on rolled.day = (select max(day) from rolled_days where day <= ${at}) and rolled.ends > ${at})`;
}

/** Statements that note the first visits of visitors who are stored, for visits that began in a range. */
export function noteFirst(db: Db, { from, to }: { from: number; to: number }): Compilable[] {
  const begun = sql`(select visits.visitor, min(visits.started_at) as at from visits
    where visits.started_at >= ${from} and visits.started_at < ${to} and visits.views > 0 group by 1) as begun`;
  const statements = [
    openDays(
      sql`came.value`,
      sql`${begun} cross join visitors on visitors.visitor = begun.visitor and begun.at < visitors.first_at
        cross join json_each(${allDays}) as came`,
    ),
    sql`update visitors set ${setFirst(sql`begun.at`)} from ${begun}
      where visitors.visitor = begun.visitor and ${isEarlier(sql`begun.at`)}`,
  ];
  return statements.map((statement) => ({ compile: () => statement.compile(db) }));
}

/**
 * Keys of all visits of these visitors (63 bits each, in decimals). Of days that are rolled only those are read on which the
 * visitors came; others from when they were first heard of, less a day for their clocks. For an unknown number nothing is
 * searched.
 */
export async function findVisitsOf(db: Db, visitors: readonly string[]): Promise<VisitKey[]> {
  const listed = sql`(select cast(value as integer) from json_each(${JSON.stringify(visitors)}))`;
  const select = sql<VisitKey>`with
    known(visitor, since, until, days) as materialized (
      select visitor, received_at - ${sql.lit(clockTolerance)}, idle_since, ${allDays} from visitors
      where visitors.visitor in ${listed}),
    range(since, until) as materialized (
      select min(since), max(until) + 1 from known having count(*) > 0),
    rolled(day, ends, until) as materialized (
      select day, ends, until from range cross join rolled_days on rolled_days.ends > since and rolled_days.day < until),
    spans(starts, ends) as materialized (
      select distinct rolled_days.day, rolled_days.ends from known cross join json_each(known.days) as came
      cross join rolled_days on rolled_days.day = (select max(day) from rolled_days where day <= came.value)
        and rolled_days.ends > came.value
      union all select ends, lead(day, 1, until) over (order by day) from rolled
      union all select since, coalesce((select min(day) from rolled), until) from range)
    select visits.started_at, visits.visit_no from spans cross join visits
      on visits.started_at >= spans.starts and visits.started_at < spans.ends and +visits.visitor in (select visitor from known)
    union
    select started_at, visit_no from visits where visits.views = 0 and visits.visitor in ${listed}
    order by 1, 2`;
  return (await select.execute(db)).rows;
}

/** D1 takes no value over 2 MB. */
const visitsAtOnce = 20_000;

/** Keys for statements, as JSON: `[[started_at, visit_no], …]`, so many in each. */
export function packVisits(visits: readonly VisitKey[]): string[] {
  const keys = visits.map(({ started_at, visit_no }) => [started_at, visit_no]);
  return Array.from({ length: Math.ceil(keys.length / visitsAtOnce) }, (_, index) =>
    JSON.stringify(keys.slice(index * visitsAtOnce, (index + 1) * visitsAtOnce)),
  );
}
