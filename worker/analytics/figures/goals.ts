/** Forms that were sent: how many, and where those came from who sent them. */
import { type Compilable, sql } from "kysely";
import { isNotSealed } from "#worker/db/sealed-applications.ts";
import { type Db, readRow, readRows } from "#worker/db/client.ts";
import { isMoved } from "../archive/move-out.ts";
import { allDays } from "../visitor-days.ts";
import { writeFilter } from "./dimensions.ts";
import { countOwnGoals, selectFunnel, toFunnel } from "./funnels.ts";
import { listPeriods, parts, withSpans } from "./spans.ts";
import { withOwnGoals } from "./terms.ts";
import { type Figures, type FiguresQuery, type FunnelStep, type Goal, goals, type GoalSplit } from "./types.ts";

const ofConversion = sql`visits.started_at = conversions.started_at and visits.visit_no = conversions.visit_no`;

/** Where filters apply, only forms whose visit is known can pass. */
function passes({ filters }: FiguresQuery) {
  const filter = writeFilter(filters);
  return filter ? sql`visits.started_at is not null and ${filter}` : sql`true`;
}

interface CountRow {
  /** The id of one that staff have made. */
  goal: string;
  /** Null for a row that says what such a goal is. */
  part: number | null;
  done: number;
  known: number;
  name: string | null;
  /** JSON. */
  step: string | null;
  version: number | null;
}

/** The queries about goals: one, and three more where the report of a goal is asked for. */
export function selectGoals(db: Db, query: FiguresQuery) {
  const counts = sql<CountRow>`with ${withSpans("periods", listPeriods(query))}, ${withOwnGoals()}
    select id as goal, null as part, 0 as done, 0 as known, name, step, version from own
    union all
    select goal, part, visits, visits, null, null, null from (${countOwnGoals(query)})
    union all
    select goal, part, count(*), count(*) filter (
      where visits.started_at is not null or ${isMoved("conversions.started_at")}), null, null, null
    from periods cross join conversions on conversions.at >= periods.starts and conversions.at < periods.ends
    left join visits on ${ofConversion} where ${passes(query)} group by 1, 2`;
  const { report = null, period } = query;
  return {
    counts: { compile: () => counts.compile(db) } satisfies Compilable<CountRow>,
    report: report && {
      sources: selectSources(db, query, report),
      listed: selectListed(db, report.goal, period),
      steps: selectFunnel(db, { ...query, previous: null }, report.steps ?? []),
    },
  };
}

export function listGoalQueries({ counts, report }: ReturnType<typeof selectGoals>): Compilable[] {
  return [counts, ...(report ? [report.sources, report.listed, report.steps] : [])];
}

/** What the answers to `listGoalQueries` say. */
export function toGoals(
  { counts, report }: ReturnType<typeof selectGoals>,
  [counted, found, listed, funnel]: readonly (D1Result | undefined)[],
  { previous, report: asked }: Pick<FiguresQuery, "previous" | "report">,
): Pick<Figures, "goals" | "ownGoals" | "report"> {
  const rows = readRows(counts, counted);
  const find = (goal: string, part: number) => rows.find((row) => row.goal === goal && row.part === part);
  return {
    goals: goals.map((goal) => ({
      goal,
      done: find(goal, parts.current)?.done ?? 0,
      known: find(goal, parts.current)?.known ?? 0,
      before: previous && (find(goal, parts.previous)?.done ?? 0),
    })),
    ownGoals: rows
      .flatMap(({ goal: id, part, name, step, version }) =>
        part !== null || name === null || step === null || version === null
          ? []
          : [
              {
                id,
                name,
                version,
                step: JSON.parse(step) as FunnelStep,
                done: find(id, parts.current)?.done ?? 0,
                before: previous && (find(id, parts.previous)?.done ?? 0),
              },
            ],
      )
      .toSorted((one, other) => one.name.localeCompare(other.name, "en")),
    report: report && {
      sources: readRows(report.sources, found),
      listed: readRow(report.listed, listed).count,
      steps: asked?.steps ? toFunnel(report.steps, funnel, { previous: null }) : null,
    },
  };
}

interface SourceRow {
  last: string | null;
  first: string | null;
  count: number;
}

/** The first visit is found by its start, which the row of the visitor has; where it is past its term, the first after it. */
function selectSources(
  db: Db,
  query: FiguresQuery,
  { goal, split }: { goal: Goal; split: GoalSplit },
): Compilable<SourceRow> {
  const column = sql.ref(split);
  const first = sql`(
    select earlier.${column} from json_each(${allDays}) as came cross join visits as earlier
    on earlier.started_at = came.value and +earlier.visitor = done.visitor and +earlier.views > 0
    order by came.key, earlier.visit_no limit 1)`;
  const select = sql<SourceRow>`with ${withSpans("periods", [{ part: parts.current, ...query.period }])},
    done(visitor, started_at, last) as materialized (
      select visits.visitor, visits.started_at, visits.${column} from periods
      cross join conversions on conversions.at >= periods.starts and conversions.at < periods.ends
      left join visits on ${ofConversion}
      where conversions.goal = ${goal} and ${passes(query)}),
    traced(last, first) as materialized (
      select last, coalesce(${first}, last)
      from done left join visitors on visitors.visitor = done.visitor)
    select iif(last is null, null, coalesce(came.value, '')) as last,
      iif(first is null, null, coalesce(began.value, '')) as first, count(*) as count
    from traced left join dimension_values as came on came.id = last left join dimension_values as began on began.id = first
    group by 1, 2`;
  return { compile: () => select.compile(db) };
}

/** How many records of the period are in the list of staff now, as that list counts them. */
function selectListed(db: Db, goal: Goal, { from, to }: FiguresQuery["period"]): Compilable<{ count: number | null }> {
  const isWithin = sql<boolean>`received_at >= ${from} and received_at < ${to}`;
  if (goal === "download") {
    const none = sql<{ count: null }>`select null as count`;
    return { compile: () => none.compile(db) };
  }
  if (goal === "enquiry")
    return db
      .selectFrom("enquiries")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("folder", "=", "inbox")
      .where(isWithin);
  return db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(isNotSealed)
    .where(isWithin);
}
