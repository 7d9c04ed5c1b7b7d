/** What each figure of visitor analytics costs as visits become more: its own queries alone, in the embedded D1. */
import { day } from "../../shared/dates/durations.ts";
import { listDays } from "../../shared/dates/zoned-buckets.ts";
import { listQueries, selectFigures } from "../../worker/analytics/figures/read-figures.ts";
import { readRealtime } from "../../worker/analytics/figures/read-realtime.ts";
import { readReport } from "../../worker/analytics/figures/read-report.ts";
import { rollDays } from "../../worker/analytics/figures/roll-days.ts";
import {
  eventDimensions,
  type Filter,
  type FiguresQuery,
  type FunnelStep,
  reports,
  visitDimensions,
} from "../../worker/analytics/figures/types.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import { applyMigrations } from "../../scripts/lib/migrate.ts";
import { withLocalScope } from "../../scripts/seed/scope.ts";
import { storeTraffic } from "../traffic/store-traffic.ts";
import { countD1, startCounts } from "./count-d1.ts";
import { computePercentile } from "./statistics.ts";

export interface VisitorFigures {
  /** Views within the days that are asked for. */
  views: number;
  days: number;
  name: string;
  /** From sums of days, from the visits because filters apply, a report from all visits, or the 30 minutes before now. */
  kind: "rolled" | "filtered" | "visits" | "now";
  rowsRead: number;
  p50: number;
  p95: number;
}

const dimensions = [...visitDimensions, ...eventDimensions];
/** The panels of the first view. */
const shownPanels: FiguresQuery["panels"] = ["page", "source", "country", "device", "event", "search"];
const filters: readonly Filter[] = [{ dimension: "source", is: true, values: ["Google"] }];
/** Of these the first view alone. */
const otherFilters: readonly Filter[] = [
  { dimension: "page", is: true, values: ["/contact"] },
  { dimension: "event", is: true, values: ["form-sent"] },
];
const funnel: readonly FunnelStep[] = [
  { kind: "page", values: ["/"], about: "" },
  { kind: "page", values: ["/contact"], about: "" },
  { kind: "event", values: ["form-sent"], about: "contact" },
];
const zone = "Europe/Berlin";

/** So many views in so many days. */
export interface TrafficSize {
  views: number;
  days: number;
}

/** Each of `sizes` in a database of its own under `state`. `tell` gets what takes long. */
export async function measureVisitorFigures(
  state: (size: TrafficSize) => string,
  sizes: readonly TrafficSize[],
  { requests, tell = () => {} }: { requests: number; tell?: (line: string) => void },
): Promise<VisitorFigures[]> {
  const all: VisitorFigures[] = [];
  for (const size of sizes)
    await withLocalScope(state(size), async ({ env }) => {
      await applyMigrations(env.DB);
      const db = openDb(env.DB);
      await db.updateTable("analytics_settings").set({ zone }).execute();
      const days = listDays({ from: Date.now() - size.days * day, to: Date.now() - day }, zone);
      const period = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
      const begun = performance.now();
      const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
      const { totals } = await storeTraffic(db, { ...period, views: size.views, zone });
      tell(`${totals.views} views of ${days.length} days were stored after ${passed()}.`);
      while ((await rollDays(db)).days > 0);
      await db.deleteFrom("stale_hours").execute();
      tell(`Their days were computed after ${passed()}.`);
      for (const { name, kind, run } of listReads(period)) {
        const counts = await repeatOnce(async () => {
          const counted = startCounts();
          await run(countD1(env.DB, counted));
          return counted;
        });
        const times: number[] = [];
        for (let request = 0; request < requests; request += 1)
          times.push(
            await repeatOnce(async () => {
              const started = performance.now();
              await run(env.DB);
              return performance.now() - started;
            }),
          );
        const [p50, p95] = [computePercentile(times, 0.5), computePercentile(times, 0.95)];
        all.push({ views: totals.views, days: days.length, name, kind, rowsRead: counts.rowsRead, p50, p95 });
      }
    });
  return all;
}

/** A read may be asked again: a connection that was lost ends no measurement of many minutes. */
async function repeatOnce<Result>(measure: () => Promise<Result>): Promise<Result> {
  try {
    return await measure();
  } catch (error) {
    const { code } = (error as { cause?: NodeJS.ErrnoException }).cause ?? {};
    if (code !== "ECONNRESET" && code !== "UND_ERR_SOCKET") throw error;
    return measure();
  }
}

interface Read extends Pick<VisitorFigures, "name" | "kind"> {
  run: (database: D1Database) => Promise<unknown>;
}

function listReads(period: FiguresQuery["period"]): Read[] {
  const ask = { zone, period, previous: null, interval: "day", filters: [], panels: [] } satisfies FiguresQuery;
  const readAll = (query: FiguresQuery) => (database: D1Database) => {
    const db = openDb(database);
    return runBatch(db, listQueries(selectFigures(db, query)));
  };
  const readPanel = (query: FiguresQuery) => (database: D1Database) => {
    const db = openDb(database);
    return runBatch(
      db,
      selectFigures(db, query).panels.map(({ select }) => select),
    );
  };
  const listKind = (kind: "rolled" | "filtered", query: FiguresQuery): Read[] => [
    { name: "totals and chart by day", kind, run: readAll(query) },
    { name: "first view as a whole", kind, run: readAll({ ...query, panels: shownPanels }) },
    { name: "totals and chart by week", kind, run: readAll({ ...query, interval: "week" }) },
    ...dimensions.map((name): Read => ({ name, kind, run: readPanel({ ...query, panels: [name] }) })),
  ];
  const ofOne = otherFilters.map((filter): Read => ({
    name: `first view as a whole, of one ${filter.dimension}`,
    kind: "filtered",
    run: readAll({ ...ask, filters: [filter], panels: shownPanels }),
  }));
  return [
    ...listKind("rolled", ask),
    ...listKind("filtered", { ...ask, filters }),
    ...ofOne,
    ...listReports(period, []),
    ...listReports(period, filters),
    { name: "realtime", kind: "now", run: (database) => readRealtime(openDb(database), Date.now()) },
  ];
}

/** Web vitals, cohorts and the list of pages come from sums of days, other reports from the visits. */
function listReports(period: FiguresQuery["period"], applied: readonly Filter[]): Read[] {
  const pages: readonly (string | null)[] = [null, "/contact"];
  return reports.flatMap((report) => {
    const isByPage = report === "vitals" || report === "paths";
    return (isByPage ? pages : [null]).map((page): Read => {
      const name = page === null ? `report: ${report}` : `report: ${report} of a page`;
      const isSummed = report === "vitals" || report === "cohorts" || (report === "paths" && page === null);
      const kind = applied.length > 0 ? "filtered" : isSummed ? "rolled" : "visits";
      const query = { zone, period, filters: applied, report, page, steps: funnel };
      return { name, kind, run: (database) => readReport(openDb(database), query) };
    });
  });
}
