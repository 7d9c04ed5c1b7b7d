/** Answers that know nothing of visits that the archive alone has. Sums of their days are here, so totals and panels are whole. */
import type { Filter, Period, Report } from "./types.ts";

interface Asked {
  filters: readonly Filter[];
  /** Null for totals, chart and panels. */
  report: Report | null;
  /** Whether sources of those who reached a goal are counted. */
  withSources: boolean;
  /** Whether goals of staff are counted, which no sum of a day has. */
  withOwnGoals: boolean;
  /** Of a report about pages: the one that is asked for. */
  page: string | null;
}

interface Frame {
  period: Period;
  previous: Period | null;
  /** Visits from before this instant are in the archive alone; null where none are. */
  movedUntil: number | null;
}

/** From when on the answer is exact; null where it is whole. */
export function findVisitsFrom(asked: Asked, { period, previous, movedUntil }: Frame): number | null {
  const from = Math.min(period.from, previous?.from ?? Infinity);
  return movedUntil !== null && from < movedUntil && readsVisits(asked) ? movedUntil : null;
}

function readsVisits({ filters, report, withSources, withOwnGoals, page }: Asked): boolean {
  switch (report) {
    case null:
      return filters.length > 0 || withSources || withOwnGoals;
    case "vitals":
      return filters.some(({ dimension }) => dimension !== "device") || filters.length > 1;
    case "cohorts":
      return filters.length > 0;
    case "paths":
      return filters.length > 0 || page !== null;
    case "funnels":
    case "not-found":
      return true;
  }
}
