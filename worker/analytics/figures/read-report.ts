import type { Compilable } from "kysely";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { type Cohort, selectCohorts, toCohorts } from "./cohorts.ts";
import { selectFunnel, toFunnel } from "./funnels.ts";
import { type MissingRow, type SearchRow, selectMissing, selectSearches } from "./not-found.ts";
import { selectPanels, toPanels } from "./panels.ts";
import { type PageRead, selectSteps, type StepRow, sumRead } from "./steps.ts";
import type { FunnelFigure, Panel, ReportQuery } from "./types.ts";
import { selectVitals, toVitalFigures, type VitalFigures } from "./vitals.ts";

export type ReportFigures =
  | { report: "vitals"; page: string | null; vitals: VitalFigures[] }
  | { report: "paths"; page: string; steps: StepRow[]; read: PageRead }
  /** Without a page: those that there are to choose from. */
  | { report: "paths"; page: null; pages: Panel }
  /** Of no steps where none can be counted. */
  | { report: "funnels"; steps: FunnelFigure[] }
  | { report: "cohorts"; cohorts: Cohort[] }
  | { report: "not-found"; missing: MissingRow[]; searches: SearchRow[] };

interface ReportSelects {
  /** Two at most. */
  queries: Compilable[];
  /** What the answers to them say. */
  toFigures: (results: readonly (D1Result | undefined)[]) => ReportFigures;
}

/** A report of its own, from the visits: exact for any filter, and in one trip. */
export async function readReport(db: Db, query: ReportQuery): Promise<ReportFigures> {
  const { queries, toFigures } = selectReport(db, query);
  // D1 refuses a batch of nothing.
  return toFigures(queries.length > 0 ? await runBatch(db, queries) : []);
}

/** The queries of `readReport`. */
export function selectReport(db: Db, query: ReportQuery): ReportSelects {
  switch (query.report) {
    case "vitals": {
      const vitals = selectVitals(db, query);
      return {
        queries: [vitals],
        toFigures: ([found]) => ({ report: "vitals", page: query.page, vitals: toVitalFigures(vitals, found) }),
      };
    }
    case "paths":
      return selectPaths(db, query);
    case "funnels": {
      const { steps, previous = null } = query;
      if (!steps) return { queries: [], toFigures: () => ({ report: "funnels", steps: [] }) };
      const funnel = selectFunnel(db, { ...query, previous }, steps);
      return {
        queries: [funnel],
        toFigures: ([found]) => ({ report: "funnels", steps: toFunnel(funnel, found, { previous }) }),
      };
    }
    case "cohorts": {
      const cohorts = selectCohorts(db, query);
      return {
        queries: [cohorts],
        toFigures: ([found]) => ({ report: "cohorts", cohorts: toCohorts(cohorts, found, query) }),
      };
    }
    case "not-found": {
      const [missing, searches] = [selectMissing(db, query), selectSearches(db, query)];
      return {
        queries: [missing, searches],
        toFigures: ([lost, sought]) => ({
          report: "not-found",
          missing: readRows(missing, lost),
          searches: readRows(searches, sought),
        }),
      };
    }
  }
}

function selectPaths(db: Db, query: ReportQuery): ReportSelects {
  const { page } = query;
  if (page === null) {
    const asked = { ...query, previous: null, interval: "day", panels: ["page"], report: null } as const;
    const pages = selectPanels(db, asked);
    return {
      queries: pages.map(({ select }) => select),
      toFigures: (found) => {
        const { page: listed = { rows: [], more: 0 } } = toPanels(pages, found, asked);
        return { report: "paths", page: null, pages: listed };
      },
    };
  }
  const steps = selectSteps(db, query, page);
  return {
    queries: [steps],
    toFigures: ([found]) => {
      const rows = readRows(steps, found);
      return { report: "paths", page, steps: rows, read: sumRead(rows) };
    },
  };
}
