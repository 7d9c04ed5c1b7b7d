import { type Compilable, sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { listWeeks } from "#app/shared/zoned-buckets.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import { writeFilter } from "./dimensions.ts";
import { isWithin, withSpans } from "./spans.ts";
import type { FiguresQuery, Period } from "./types.ts";

/** How many weeks are shown, and for how many after the first who came back is counted. */
const shownWeeks = 12;
export const countedWeeks = 7;

export interface Cohort extends Period {
  /** Visitors whose first visit was in this week, each once. */
  visitors: number;
  /** How many of them came in week 1, 2 … after it; as far as these weeks are shown. */
  returned: number[];
}

/** `weeks` has a bit for each week in which the visitors came, the first week's the lowest. */
interface CohortRow {
  cohort: number;
  weeks: number;
  visitors: number;
}

type CohortsQuery = Pick<FiguresQuery, "zone" | "period" | "filters">;

/** Of the weeks up to the last one of the period, whole. */
export function selectCohorts(db: Db, query: CohortsQuery): Compilable<CohortRow> {
  const weeks = listCohortWeeks(query);
  const filter = writeFilter(query.filters) ?? sql`true`;
  const spans = weeks.map(({ from, to }, part) => ({ part, from, to }));
  const select = sql<CohortRow>`with ${withSpans("weeks", spans)},
    came(visitor, weeks) as (
      select visits.visitor, sum(distinct 1 << weeks.part)
      from weeks cross join visits on ${isWithin("visits", "weeks")} and ${filter} group by 1),
    begun(cohort, weeks) as (
      select weeks.part, came.weeks >> weeks.part
      from came cross join visitors on visitors.visitor = came.visitor
      join weeks on visitors.first_visit >= weeks.starts and visitors.first_visit < weeks.ends)
    select cohort, weeks & ${sql.lit(2 ** (countedWeeks + 1) - 1)} as weeks, count(*) as visitors
    from begun where weeks & 1 group by 1, 2`;
  return { compile: () => select.compile(db) };
}

export function toCohorts(select: Compilable<CohortRow>, result: D1Result | undefined, query: CohortsQuery): Cohort[] {
  const weeks = listCohortWeeks(query);
  const rows = readRows(select, result);
  return weeks.map((week, cohort) => {
    const own = rows.filter((row) => row.cohort === cohort);
    const count = (after: number) => own.reduce((sum, row) => sum + ((row.weeks >> after) & 1 ? row.visitors : 0), 0);
    const after = Math.min(countedWeeks, weeks.length - 1 - cohort);
    const returned = Array.from({ length: after }, (_, index) => count(index + 1));
    return { from: week.from, to: week.to, visitors: count(0), returned };
  });
}

function listCohortWeeks({ period, zone }: CohortsQuery): Period[] {
  return listWeeks({ from: period.to - shownWeeks * 7 * day, to: period.to }, zone).slice(-shownWeeks);
}
