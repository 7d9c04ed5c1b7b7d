import type { Compilable } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { selectCoverage, toCoverage } from "./coverage.ts";
import { listGoalQueries, selectGoals, toGoals } from "./goals.ts";
import { selectHappenings } from "./happenings.ts";
import { selectPanels, toPanels } from "./panels.ts";
import { selectSeries, toSeries } from "./series.ts";
import { parts } from "./spans.ts";
import type { Figures, FiguresQuery } from "./types.ts";

/**
 * The figures that the page shows, in one trip: two queries for chart and totals (one where filters apply), one for each
 * panel (one for all panels where filters apply) and one for the goals. Days that are rolled come from their sums; others, and
 * all days where filters apply, from the visits. `now` is in epoch milliseconds.
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
  const [chosen, droppedRows, noted, behind, summed, ...rest] = results;
  const [counted, listed] = series.visitors ? [rest[0], rest.slice(1)] : [undefined, rest];
  const current = toSeries(series, [summed, counted], parts.current);
  const before = query.previous && toSeries(series, [summed, counted], parts.previous);
  return {
    totals: current.totals,
    before: before && before.totals,
    coverage: toCoverage(coverage, chosen, parts.current),
    coverageBefore: query.previous && toCoverage(coverage, chosen, parts.previous),
    series: current.points,
    seriesBefore: before && before.points,
    panels: toPanels(panels, listed, query),
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
    panels: selectPanels(db, query),
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
    coverage,
    dropped,
    happenings,
    stale,
    series.sums,
    ...(series.visitors ? [series.visitors] : []),
    ...panels.map(({ select }) => select),
    ...listGoalQueries(goals),
  ];
}

/** Dropped messages are stored by days of UTC: those with the same dates as the period count. */
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
