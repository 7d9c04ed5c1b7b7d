/** How far visits come on the way to a goal. */
import { type Compilable, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { writeFilter } from "./dimensions.ts";
import { isWithin, parts, withSpans } from "./spans.ts";
import type { FiguresQuery, Goal } from "./types.ts";

const path = sql.ref("value");

/** Paths of the first two steps, as conditions on dimension_values. */
const pathsOf: Record<Goal, (services: readonly string[]) => readonly [Sql, Sql]> = {
  enquiry: (services) => [
    sql`${path} in (select value from json_each(${JSON.stringify(services)}))`,
    sql`${path} = '/contact'`,
  ],
  application: () => [
    sql`${path} = '/careers' or (${path} glob '/careers/*' and ${path} not glob '/careers/*/*'
      and ${path} not in ('/careers/apply', '/careers/application'))`,
    sql`${path} = '/careers/apply' or ${path} glob '/careers/*/apply'`,
  ],
};

/** The forms of the last two steps, as their events name them. */
const formOf: Record<Goal, string> = { enquiry: "contact", application: "apply" };

/**
 * Visits of the period by step: a page of the first kind was seen, after it one of the second, then the form was begun, and
 * sent. What happens in between does not matter. One row of `{ steps }`: a JSON array of numbers.
 */
export function selectFunnel(
  db: Db,
  query: FiguresQuery,
  { goal, services }: { goal: Goal; services: readonly string[] },
): Compilable<{ steps: string }> {
  const filter = writeFilter(query.filters);
  const [seen, opened] = pathsOf[goal](services);
  const visits = filter
    ? sql`cross join visits on ${isWithin("visits", "open")} and ${filter}
        cross join visit_events on visit_events.started_at = visits.started_at and visit_events.visit_no = visits.visit_no`
    : sql`cross join visit_events on ${isWithin("visit_events", "open")}`;
  const select = sql<{ steps: string }>`with
    ${withSpans("open", [{ part: parts.current, from: query.period.from, to: query.period.to }])},
    paths(id, step) as materialized (
      select id, iif(${opened}, 2, 1) from dimension_values where dimension = 'path' and ((${seen}) or (${opened}))),
    events(id, step) as materialized (values (${findWord("event", "form-start")}, 3), (${findWord("event", "form-sent")}, 4)),
    done(started_at, visit_no, seq, step) as materialized (
      select visit_events.started_at, visit_events.visit_no, visit_events.seq, coalesce(paths.step, events.step)
      from open ${visits}
      left join paths on visit_events.kind = 1 and paths.id = visit_events.path
      left join events on visit_events.kind = 2 and events.id = visit_events.name
        and visit_events.value = ${findWord("data", formOf[goal])}
      where coalesce(paths.step, events.step) is not null),
    step1(started_at, visit_no, seq) as materialized (
      select started_at, visit_no, min(seq) from done where step = 1 group by 1, 2),
    ${sql.join([2, 3, 4].map(writeStep))}
    select json_array(${sql.join([1, 2, 3, 4].map((step) => sql`(select count(*) from ${sql.table(`step${step}`)})`))}) as steps`;
  return { compile: () => select.compile(db) };
}

function findWord(dimension: string, value: string): Sql {
  return sql`(select id from dimension_values where dimension = ${sql.lit(dimension)} and value = ${value})`;
}

function writeStep(step: number): Sql {
  const before = sql.table(`step${step - 1}`);
  return sql`${sql.table(`step${step}`)}(started_at, visit_no, seq) as materialized (
    select done.started_at, done.visit_no, min(done.seq) from ${before} as earlier join done
      on done.started_at = earlier.started_at and done.visit_no = earlier.visit_no
      and done.step = ${sql.lit(step)} and done.seq > earlier.seq group by 1, 2)`;
}
