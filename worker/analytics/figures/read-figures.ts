import { type Compilable, sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { writeZonedTime } from "#app/shared/zoned-time.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { listGoalQueries, selectGoals, toGoals } from "./goals.ts";
import { selectHappenings } from "./happenings.ts";
import { selectPanel, toPanel } from "./panels.ts";
import { selectSeries, toSeries } from "./series.ts";
import { listPeriods, parts, withSpans } from "./spans.ts";
import type { Coverage, Figures, FiguresQuery } from "./types.ts";

/**
 * The figures that the page shows, in one trip: two queries for chart and totals, one for each panel and
 * one for the goals. Days that are
 * rolled come from their sums; others, and all days where filters apply, from the visits. `now` is in epoch
 * milliseconds.
 */
export async function readFigures(db: Db, query: FiguresQuery, now: number): Promise<Figures> {
  const queries = selectFigures(db, query);
  return toFigures(queries, await runBatch(db, listQueries(queries)), { query, now });
}

/** What the answers to `listQueries` say. */
export function toFigures(
  { series, coverage, dropped, happenings, stale, panels, goals }: ReturnType<typeof selectFigures>,
  results: readonly D1Result[],
  { query, now }: { query: FiguresQuery; now: number },
): Figures {
  const [summed, counted, chosen, droppedRows, noted, behind, ...listed] = results;
  const choices = readRows(coverage, chosen);
  const countChoices = (part: number): Coverage => {
    const count = (status: string) => choices.find((row) => row.part === part && row.status === status)?.count ?? 0;
    return { accepted: count("accepted"), rejected: count("rejected") };
  };
  const current = toSeries(series, [summed, counted], parts.current);
  const before = query.previous && toSeries(series, [summed, counted], parts.previous);
  return {
    totals: current.totals,
    before: before && before.totals,
    coverage: countChoices(parts.current),
    coverageBefore: query.previous && countChoices(parts.previous),
    series: current.points,
    seriesBefore: before && before.points,
    panels: Object.fromEntries(
      panels.map(({ dimension, select }, index) => [dimension, toPanel(select, listed[index], query)]),
    ),
    ...toGoals(goals, listed.slice(panels.length), query),
    dropped: readRows(dropped, droppedRows),
    // What is to be published later today has not happened.
    happenings: readRows(happenings, noted).filter(({ kind, at }) => kind === "note" || at <= now),
    asOf: readRow(stale, behind).hour ?? now,
  };
}

/** The queries of `readFigures`. */
export function selectFigures(db: Db, query: FiguresQuery) {
  return {
    series: selectSeries(db, query),
    coverage: selectCoverage(db, query),
    dropped: selectDropped(db, query),
    happenings: selectHappenings(db, query),
    stale: selectStale(db),
    panels: query.panels.map((dimension) => ({ dimension, select: selectPanel(db, dimension, query) })),
    goals: selectGoals(db, query),
  };
}

/** The first hour whose visits are not computed; null where all are. */
export function selectStale(db: Db) {
  return db.selectFrom("stale_hours").select(({ fn, ref }) => fn.min<number | null>(ref("hour")).as("hour"));
}

/** In the order of one batch. */
export function listQueries(queries: ReturnType<typeof selectFigures>): Compilable[] {
  const { series, coverage, dropped, happenings, stale, panels, goals } = queries;
  return [
    series.sums,
    series.visitors,
    coverage,
    dropped,
    happenings,
    stale,
    ...panels.map(({ select }) => select),
    ...listGoalQueries(goals),
  ];
}

interface ChoicesRow {
  part: number;
  status: string;
  count: number;
}

/** Of everybody who made a choice in the periods, whatever the filters: who rejected has no visits to be filtered by. */
function selectCoverage(db: Db, query: FiguresQuery): Compilable<ChoicesRow> {
  const select = sql<ChoicesRow>`with ${withSpans("periods", listPeriods(query))}
    select part, status, count(*) as count from periods cross join consent_records
    on consent_records.chosen_at >= periods.starts and consent_records.chosen_at < periods.ends group by 1, 2`;
  return { compile: () => select.compile(db) };
}

/** What is dropped is kept by days of UTC: those with the same dates as the period are counted. */
function selectDropped(db: Db, { period, zone }: FiguresQuery) {
  const toUtcDay = (at: number) => Date.parse(writeZonedTime(at, zone).slice(0, 10));
  return db
    .selectFrom("dropped_records")
    .select(({ fn, ref }) => [ref("reason").$castTo<string>().as("reason"), fn.countAll<number>().as("count")])
    .where("dropped_at", ">=", toUtcDay(period.from))
    .where("dropped_at", "<", toUtcDay(period.to - 1) + day)
    .groupBy("reason")
    .orderBy("count", "desc")
    .orderBy("reason");
}
