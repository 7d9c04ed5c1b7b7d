/** Funnels: how many visits take each of several steps in turn. */
import { type Compilable, sql } from "kysely";
import { type Db, readRow } from "#worker/db/client.ts";
import type { Sql } from "../insert-rows.ts";
import { writeFilter } from "./dimensions.ts";
import { isWithin, listPeriods, parts, withSpans } from "./spans.ts";
import { listTerms, selectEventTerms, selectPageTerms, type Terms } from "./terms.ts";
import type { FiguresQuery, FunnelFigure, FunnelStep } from "./types.ts";

/**
 * Visits of both periods by step: the first event that matches a step, after the event that matched the step before. Other
 * events in between do not matter. One row of `{ steps }`: for each step a JSON array of [part, visits, median], the median of the
 * milliseconds since the step before; parts without a visit are left out.
 */
export function selectFunnel(
  db: Db,
  query: Pick<FiguresQuery, "period" | "previous" | "filters">,
  steps: readonly FunnelStep[],
): Compilable<{ steps: string }> {
  if (steps.length === 0) {
    const none = sql<{ steps: string }>`select '[]' as steps`;
    return { compile: () => none.compile(db) };
  }
  const { pages, events } = listTerms(steps);
  const names = steps.map((_, index) => sql.table(`step${index + 1}`));
  const select = sql<{ steps: string }>`with ${withSpans("open", listPeriods(query))},
    matches(step, kind, word, about) as materialized (
      ${selectPages(pages, 0)} except ${selectPages(pages, 1)} union ${selectEvents(events)}),
    ${sql.join(names.map((name, index) => writeStep(name, index + 1, names[index - 1], query)))}
    select json_array(${sql.join(names.map((name, index) => (index === 0 ? countFirst(name) : countLater(name))))}) as steps`;
  return { compile: () => select.compile(db) };
}

function selectPages(terms: Terms["pages"], isOut: 0 | 1): Sql {
  const rows = JSON.stringify(terms.filter((term) => term[1] === isOut));
  return selectPageTerms(sql`json_each(${rows}) as term`, sql`term.value ->> 0`);
}

function selectEvents(terms: Terms["events"]): Sql {
  return selectEventTerms(sql`json_each(${JSON.stringify(terms)}) as term`, sql`term.value ->> 0`);
}

/**
 * Visits of both periods that reached a goal of staff, as rows of (goal, part, visits): a visit counts once, however often it did.
 * Where there are no such goals, no event is read.
 */
export function countOwnGoals(query: Pick<FiguresQuery, "filters">): Sql {
  const filter = writeFilter(query.filters);
  const isSeen = sql`visits.views > 0 and ${filter ?? sql`true`}`;
  return sql`select sought.goal, periods.part,
      count(distinct visit_events.started_at || ' ' || visit_events.visit_no) as visits
    from (select 1 from sought limit 1) as asked cross join periods
    cross join visit_events on ${isWithin("visit_events", "periods")}
    cross join sought on sought.kind = visit_events.kind
      and sought.word = iif(visit_events.kind = 1, visit_events.path, visit_events.name)
      and (sought.about is null or sought.about = visit_events.value)
    cross join visits on ${isOfVisit(sql`visits`)} and ${isSeen}
    group by 1, 2`;
}

function isOfVisit(table: Sql): Sql {
  return sql`visit_events.started_at = ${table}.started_at and visit_events.visit_no = ${table}.visit_no`;
}

function writeStep(name: Sql, step: number, before: Sql | undefined, query: Pick<FiguresQuery, "filters">): Sql {
  const filter = writeFilter(query.filters);
  const first = filter
    ? sql`open cross join visits on ${isWithin("visits", "open")} and ${filter}
        cross join visit_events on ${isOfVisit(sql`visits`)}`
    : sql`open cross join visit_events on ${isWithin("visit_events", "open")}`;
  const from = before
    ? sql`${before} as earlier cross join visit_events on ${isOfVisit(sql`earlier`)} and visit_events.seq > earlier.seq`
    : first;
  return sql`${name}(part, started_at, visit_no, seq, at, took) as materialized (
    select ${before ? sql`earlier.part` : sql`open.part`}, visit_events.started_at, visit_events.visit_no,
      min(visit_events.seq), visit_events.at_ms, ${before ? sql`visit_events.at_ms - earlier.at` : sql`null`}
    from ${from} cross join matches on matches.step = ${sql.lit(step)} and matches.kind = visit_events.kind
      and matches.word = iif(visit_events.kind = 1, visit_events.path, visit_events.name)
      and (matches.about is null or matches.about = visit_events.value)
    group by 1, 2, 3)`;
}

function countFirst(name: Sql): Sql {
  return sql`(select json_group_array(json_array(part, visits, null))
    from (select part, count(*) as visits from ${name} group by part))`;
}

function countLater(name: Sql): Sql {
  return sql`(select json_group_array(json_array(part, visits, median)) from (
    select part, max(visits) as visits, avg(took) filter (where place in ((visits + 1) / 2, (visits + 2) / 2)) as median
    from (select part, took, row_number() over (partition by part order by took) as place,
        count(*) over (partition by part) as visits from ${name})
    group by part))`;
}

/** What the answer to `selectFunnel` says, in the order of the steps. */
export function toFunnel(
  select: Compilable<{ steps: string }>,
  result: D1Result | undefined,
  { previous }: Pick<FiguresQuery, "previous">,
): FunnelFigure[] {
  type Counted = [part: number, visits: number, median: number | null];
  const steps = JSON.parse(readRow(select, result).steps) as Counted[][];
  return steps.map((counted) => {
    const find = (wanted: number) => counted.find(([part]) => part === wanted);
    const [, visits = 0, median = null] = find(parts.current) ?? [];
    const [, before = 0, medianBefore = null] = find(parts.previous) ?? [];
    return { visits, median, before: previous && before, medianBefore };
  });
}
