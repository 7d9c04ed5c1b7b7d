import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { listWeeks } from "#shared/dates/zoned-buckets.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import { writeFilter } from "./dimensions.ts";
import type { Sql } from "../insert-rows.ts";
import { isWithin, parts, withRolled, withSpans } from "./spans.ts";
import type { FiguresQuery, Period } from "./types.ts";
import { isNotIn, withUntil } from "./visitors.ts";

/** How many weeks are shown, and for how many after the first who came back is counted. */
const shownWeeks = 12;
export const countedWeeks = 7;

export interface Cohort extends Period {
  /** Visitors whose first visit was in this week, each once. */
  visitors: number;
  /** How many of them came in week 1, 2 … after it, of the weeks that are shown. */
  returned: number[];
}

/** `after`: how many weeks after the first one these visitors came. Weeks are numbered as they are shown. */
interface CohortRow {
  cohort: number;
  after: number;
  visitors: number;
}

type CohortsQuery = Pick<FiguresQuery, "zone" | "period" | "filters">;

/** Of the weeks up to the last one of the period, whole. */
export function selectCohorts(db: Db, query: CohortsQuery): Compilable<CohortRow> {
  const weeks = listCohortWeeks(query);
  const filter = writeFilter(query.filters);
  const spans = weeks.map(({ from, to }, part) => ({ part, from, to }));
  const select = filter ? selectFiltered(spans, filter) : selectSums(spans);
  return { compile: () => select.compile(db) };
}

type Weeks = Parameters<typeof withSpans>[1];

/** Days that are rolled say in which week those came first who came for the first time in their own week. */
function selectSums(spans: Weeks) {
  const all = { part: parts.current, from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
  return sql<CohortRow>`with ${withRolled([all])}, ${withSpans("asked", spans)}, ${withUntil("weeks", "asked", sql`true`)},
    seen(week, visitor) as (
      select weeks.part, visits.visitor from weeks cross join visits
      on visits.started_at >= weeks.until and visits.started_at < weeks.ends and visits.views > 0
      group by 1, 2),
    came(week, begun, visitors) as (
      select weeks.part, figures.value, figures.visitors
      from weeks cross join rolled on rolled.day >= weeks.starts and rolled.day < weeks.until
      cross join daily_figures as figures on figures.day = rolled.day and figures.dimension = 'cohort'
      union all
      select seen.week, visitors.first_at, 1 from seen cross join weeks on weeks.part = seen.week
      cross join visitors on visitors.visitor = seen.visitor
      where ${isNotIn("weeks", sql`seen.visitor`)})
    select cohorts.part as cohort, came.week - cohorts.part as after, sum(came.visitors) as visitors
    from came cross join weeks as cohorts on came.begun >= cohorts.starts and came.begun < cohorts.ends
    where came.week - cohorts.part between 0 and ${sql.lit(countedWeeks)} group by 1, 2`;
}

/** Read from the visits: a bit for each week in which a visitor came. */
function selectFiltered(spans: Weeks, filter: Sql) {
  return sql<CohortRow>`with ${withSpans("weeks", spans)},
    came(visitor, weeks) as (
      select visits.visitor, sum(distinct 1 << weeks.part)
      from weeks cross join visits on ${isWithin("visits", "weeks")} and ${filter} group by 1),
    begun(cohort, weeks) as (
      select weeks.part, came.weeks
      from came cross join visitors on visitors.visitor = came.visitor
      join weeks on visitors.first_at >= weeks.starts and visitors.first_at < weeks.ends),
    counted(cohort, weeks, visitors) as (select cohort, weeks, count(*) from begun where (weeks >> cohort) & 1 group by 1, 2)
    select cohort, weeks.part - cohort as after, sum(visitors) as visitors
    from counted cross join weeks on weeks.part between cohort and cohort + ${sql.lit(countedWeeks)}
      and (counted.weeks >> weeks.part) & 1 group by 1, 2`;
}

export function toCohorts(select: Compilable<CohortRow>, result: D1Result | undefined, query: CohortsQuery): Cohort[] {
  const weeks = listCohortWeeks(query);
  const rows = readRows(select, result);
  return weeks.map(({ from, to }, cohort) => {
    const count = (after: number) => rows.find((row) => row.cohort === cohort && row.after === after)?.visitors ?? 0;
    const after = Math.min(countedWeeks, weeks.length - 1 - cohort);
    return { from, to, visitors: count(0), returned: Array.from({ length: after }, (_, index) => count(index + 1)) };
  });
}

function listCohortWeeks({ period, zone }: CohortsQuery): Period[] {
  return listWeeks({ from: period.to - shownWeeks * 7 * day, to: period.to }, zone).slice(-shownWeeks);
}
