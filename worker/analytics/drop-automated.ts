/** Visits of programs, which are deleted with what visitors have of them. */
import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { isAutomated, isOfEntry, visitor } from "./entry.ts";
import { field, type Sql } from "./insert-rows.ts";
import { looksAutomated } from "./looks-automated.ts";
import { allDays, openDays } from "./visitor-days.ts";

/** Remembers visits of programs, so that nothing more of them is taken. */
function countAutomated(entries: Sql): Sql {
  return sql`insert into dropped_records (dropped_at, drop_id, reason)
    select distinct visits.started_at - visits.started_at % ${sql.lit(day)}, ${field("automated_id")}, 'automated'
    from ${entries} join visits on ${isOfEntry} and visits.visitor = ${visitor}
    where ${field("is_measured")} = 1 and ${looksAutomated} on conflict do nothing`;
}

const keysOfAutomated = (entries: Sql) => sql`(started_at, visit_no) in (
  select visits.started_at, visits.visit_no from ${entries}
  join visits on ${isOfEntry} and visits.visitor = ${visitor} where ${isAutomated})`;

function forgetAutomatedVisits(entries: Sql): Sql {
  return sql`update conversions set started_at = null, visit_no = null
    where started_at is not null and ${keysOfAutomated(entries)}`;
}

function deleteAutomatedEvents(entries: Sql): Sql {
  return sql`delete from visit_events where ${keysOfAutomated(entries)}`;
}

function deleteAutomatedVisits(entries: Sql): Sql {
  return sql`delete from visits where ${keysOfAutomated(entries)}`;
}

/** All days of visitors who lose a visit. */
function openAutomatedDays(entries: Sql): Sql {
  return openDays(
    sql`came.value`,
    sql`${entries} cross join visits on ${isOfEntry} and visits.visitor = ${visitor} and ${isAutomated}
      cross join visitors on visitors.visitor = visits.visitor
      cross join json_each(json_insert(coalesce(${allDays}, '[]'), '$[#]', visits.started_at)) as came`,
  );
}

const visitorsOfAutomated = (entries: Sql) => sql`(select ${visitor} from ${entries} where ${isAutomated})`;

/** An instant of the row of `visitors` whose visit was a program's and is stored no more. */
const isGone = (at: Sql, entries: Sql) => sql`(exists (
    select 1 from ${entries} where ${field("started_at")} = ${at} and ${visitor} = visitors.visitor and ${isAutomated})
  and not exists (
    select 1 from visits where visits.started_at = ${at} and visits.visitor = visitors.visitor and visits.views > 0))`;

function forgetReturns(entries: Sql): Sql {
  const gone = isGone(sql`came.value`, entries);
  return sql`update visitors set returns = (
      select json_group_array(came.value order by came.value) from json_each(visitors.returns) as came where not ${gone})
    where visitors.visitor in ${visitorsOfAutomated(entries)}
      and exists (select 1 from json_each(visitors.returns) as came where ${gone})`;
}

/** The next visit becomes the first: one of a day that is not rolled, or the first of the returns. */
function moveFirst(entries: Sql): Sql {
  const next = sql`visitors.returns ->> 0`;
  const found = sql`(select min(visits.started_at) from visits where visits.started_at > visitors.first_at
    and visits.started_at < coalesce(${next}, 9e15) and +visits.visitor = visitors.visitor and +visits.views > 0)`;
  return sql`update visitors set first_at = coalesce(${found}, ${next}),
      returns = iif(${found} is null, json_remove(visitors.returns, '$[0]'), visitors.returns)
    where visitors.visitor in ${visitorsOfAutomated(entries)} and ${isGone(sql`visitors.first_at`, entries)}`;
}

/** The statements in their order. */
export const dropAutomated: readonly ((entries: Sql) => Sql)[] = [
  countAutomated,
  forgetAutomatedVisits,
  openAutomatedDays,
  deleteAutomatedEvents,
  deleteAutomatedVisits,
  forgetReturns,
  moveFirst,
];
