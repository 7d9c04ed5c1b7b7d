import { isDeepStrictEqual } from "node:util";
import { readFigures } from "../../worker/analytics/figures/read-figures.ts";
import {
  type Dimension,
  eventDimensions,
  type PanelRow,
  type Totals,
  visitDimensions,
} from "../../worker/analytics/figures/types.ts";
import type { Db } from "../../worker/db/client.ts";
import { countTruth } from "./count-truth.ts";
import { planDays, planVisits } from "../../scripts/seed/traffic/plan-visits.ts";
import { storeVisits } from "../../scripts/seed/traffic/store-visits.ts";

/** What a long time of traffic comes to: counted day by day, because all of its visits are too many to hold. */
interface LongTruth {
  totals: Totals;
  panels: ReadonlyMap<Dimension, Map<string, PanelRow>>;
}

const panels: readonly Dimension[] = [...visitDimensions, ...eventDimensions];
const everyValue = 1_000_000;

interface Traffic {
  from: number;
  to: number;
  views: number;
  zone: string;
}

/** Stores the traffic of whole days, and returns its true figures. `tell` is called after each day. */
export async function storeTraffic(
  db: Db,
  traffic: Traffic,
  tell: (done: number, all: number) => void = () => {},
): Promise<LongTruth> {
  const days = planDays(traffic);
  const sums = new Map(panels.map((dimension) => [dimension, new Map<string, PanelRow>()]));
  const totals: Totals = { visitors: 0, visits: 0, views: 0, bounces: 0, engagedMs: 0 };
  const visitors = new Set<string>();
  for (const [index, each] of days.entries()) {
    const visits = planVisits(each, { seed: "traffic" });
    await storeVisits(db, visits);
    const period = { from: each.from, to: each.to };
    const asked = { zone: traffic.zone, period, previous: null, interval: "day", filters: [], panels } as const;
    const truth = countTruth(visits, { ...asked, listed: everyValue });
    for (const { visitorId } of visits) visitors.add(visitorId);
    totals.visits += truth.totals.visits;
    totals.views += truth.totals.views;
    totals.bounces += truth.totals.bounces;
    totals.engagedMs += truth.totals.engagedMs;
    for (const [dimension, rows] of sums) addRows(rows, truth.panels[dimension]?.rows ?? []);
    tell(index + 1, days.length);
  }
  return { totals: { ...totals, visitors: visitors.size }, panels: sums };
}

/** A visit is of one day, so visits of a value add up over days. */
function addRows(sums: Map<string, PanelRow>, rows: readonly PanelRow[]): void {
  for (const row of rows) {
    const known = sums.get(row.value);
    sums.set(row.value, known ? { ...known, visits: known.visits + row.visits, hits: known.hits + row.hits } : row);
  }
}

/** Names of the figures of the database that are not those of `truth`. */
export async function compareTraffic(
  db: Db,
  truth: LongTruth,
  { from, to, zone }: Omit<Traffic, "views">,
): Promise<string[]> {
  const asked = { zone, period: { from, to }, previous: null, interval: "month", filters: [], panels } as const;
  const found = await readFigures(db, { ...asked, listed: everyValue }, to);
  const different = panels.filter(
    (dimension) =>
      !isDeepStrictEqual(
        new Map(found.panels[dimension]?.rows.map((row) => [row.value, row])),
        truth.panels.get(dimension),
      ),
  );
  return isDeepStrictEqual(found.totals, truth.totals) ? different : ["totals", ...different];
}
