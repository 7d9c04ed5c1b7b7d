/** What a day that is rolled says of its visitors: on which day they came before, and in which week they came first. */
import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { listDays, listWeeks } from "#shared/dates/zoned-buckets.ts";
import type { Sql } from "../insert-rows.ts";
import { allDays, openDays } from "../visitor-days.ts";
import { countedWeeks } from "./cohorts.ts";
import { cutDays } from "./cut-days.ts";
import type { Period } from "./types.ts";

interface RolledDay extends Period {
  zone: string;
  /** The first instant of which there are figures. */
  first: number;
  /** Visits before it are past their term, and leave the lists. */
  oldest: number;
  /** Days, in order, whose visits the archive alone has. */
  moved?: readonly Period[];
}

/** Statements of the transaction that rolls the day. A day that is rolled again with the same visitors writes no visitor. */
export function rollVisitors({ from, to, zone, first, oldest, moved = [] }: RolledDay): Sql[] {
  const present = sql`(select visits.visitor, min(visits.started_at) as at from visits
    where visits.started_at >= ${from} and visits.started_at < ${to} and visits.views > 0 group by 1) as present`;
  const known = sql`${present} cross join visitors on visitors.visitor = present.visitor`;
  const isUnlisted = sql`not exists (
    select 1 from json_each(${allDays}) as came where came.value >= ${from} and came.value < ${to})`;
  const earliest = sql`min(coalesce(visitors.first_at, present.at), present.at)`;
  const before = moved.filter((each) => each.to <= from);
  // As they are rolled: where the zone was another one, a day may begin at any hour.
  const days = [...cutDays(listDays({ from: Math.min(first, from), to: from }, zone), before), ...before];
  const came = sql`select coalesce((
      select max(came.value) from json_each(${allDays}) as came where came.value < ${from}), 0) as at
    from ${present} left join visitors on visitors.visitor = present.visitor`;
  const weeks = listWeeks({ from: from - countedWeeks * 7 * day, to }, zone).slice(-countedWeeks - 1);
  const week = weeks.at(-1)?.from ?? from;
  const begun = sql`select visitors.first_at as at from ${known}
    where visitors.first_at >= ${weeks[0]?.from ?? from} and not exists (
      select 1 from json_each(${allDays}) as came where came.value >= ${week} and came.value < ${from})`;
  return [
    // Who is new on this day came later with another day before.
    openDays(
      sql`came.value`,
      sql`${known} and ${isUnlisted} cross join json_each(${allDays}) as came on came.value >= ${to}`,
    ),
    sql`update visitors set first_at = ${earliest}, returns = (
        select json_group_array(at order by at) from (
          select present.at as at union select visitors.first_at union select value from json_each(visitors.returns))
        where at > ${earliest} and at >= ${oldest - 3 * day})
      from ${present} where visitors.visitor = present.visitor and ${isUnlisted}`,
    sql`delete from daily_returns where day >= ${from} and day < ${to}`,
    sql`insert into daily_returns (day, previous, visitors) select ${from}, start, count from ${countByStart(came, days)}`,
    sql`insert into daily_figures (day, dimension, value, visitors)
      select ${from}, 'cohort', start, count from ${countByStart(begun, weeks)}`,
  ];
}

/** `(start, count)`: how many rows of `select at …` lie between each start and the next; 0 is before all of them. */
function countByStart(instants: Sql, spans: readonly Period[]): Sql {
  const starts = JSON.stringify(spans.map(({ from }) => from));
  return sql`(select coalesce(start, 0) as start, count(*) as count from (
      select max(start) over (order by at, is_instant) as start, is_instant from (
        select value as at, value as start, 0 as is_instant from json_each(${starts})
        union all select at, null, 1 from (${instants})))
    where is_instant group by 1)`;
}
