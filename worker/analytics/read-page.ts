import { sql } from "kysely";
import { selectFirst } from "./figures/zone.ts";
import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import { type ListSettings, readSettings, selectDefaultView, selectSettings } from "#worker/lib/saved-views.ts";
import type { SavedViewId, AccountId } from "../db/accounts-tables.ts";
import { type Db, readRow, runBatch } from "../db/client.ts";
import { listQueries, selectFigures, selectStale, toFigures } from "./figures/read-figures.ts";
import { type Realtime, selectRealtime, toRealtime } from "./figures/read-realtime.ts";
import { type ReportFigures, selectReport } from "./figures/read-report.ts";
import type { Figures, FiguresQuery, ReportQuery } from "./figures/types.ts";
import { selectReports } from "./mails/subscriptions.ts";
import { onNewIsolate } from "../lib/isolate-memory.ts";

/** The name under which views of the page are saved. */
export const analyticsViews = "analytics";

interface AnalyticsSettings {
  /** IANA name of the zone whose days the figures have. */
  zone: string;
  /** Of the row of settings. */
  version: number;
  /** When the first visit began, or the first day with figures; null without any. */
  first: number | null;
  /** Visits from before this instant are in the archive alone; null where none are. */
  movedUntil: number | null;
  /** What the reader has saved. */
  views: ListSettings["views"];
  /** The view that the page opens with for them. */
  defaultView: SavedViewId | null;
  /** The reports that they get by mail. */
  reports: readonly Rhythm[];
  /** The goals of staff, by their ids. */
  goalNames: Readonly<Record<string, string>>;
}

export interface AnalyticsPage {
  settings: AnalyticsSettings;
  figures: Figures;
  realtime: Realtime;
}

export interface ReportPage {
  settings: AnalyticsSettings;
  found: ReportFigures;
  /** All visits that began before this instant are computed. */
  asOf: number;
}

interface Reader<Query> {
  user: AccountId;
  /** Now, in epoch milliseconds. */
  at: number;
  /** What is asked of the figures, once the zone is known. */
  toQuery: (settings: Pick<AnalyticsSettings, "zone" | "first">) => Query;
}

/** What this isolate has read last: the page is asked for as if it still held, and the answer says whether it does. */
let known: Pick<AnalyticsSettings, "zone" | "first">;
begin();
onNewIsolate(begin);

function begin(): void {
  known = { zone: "UTC", first: null };
}

/** Everything that the page of visitor analytics shows, in one trip. */
export function readAnalyticsPage(db: Db, reader: Reader<FiguresQuery>): Promise<AnalyticsPage> {
  const { user, at } = reader;
  return askInZone(reader, async (query) => {
    // The names of goals come with their counts.
    const settings = selectAnalyticsSettings(db, user, sql<string>`'{}'`);
    const realtime = selectRealtime(db, at);
    const figures = selectFigures(db, query);
    const [found, stored, present, ...counted] = await runBatch(db, [...settings, realtime, ...listQueries(figures)]);
    const all = toFigures(figures, counted, { query, now: at });
    const names = Object.fromEntries(all.ownGoals.map(({ id, name }) => [id, name]));
    return {
      settings: { ...toAnalyticsSettings(settings, [found, stored]), goalNames: names },
      realtime: toRealtime(realtime, present),
      figures: all,
    };
  });
}

/** A report that is shown instead of the overview, in one trip. */
export function readAnalyticsReport(db: Db, reader: Reader<ReportQuery>): Promise<ReportPage> {
  const { user, at } = reader;
  return askInZone(reader, async (query) => {
    const settings = selectAnalyticsSettings(db, user);
    const stale = selectStale(db);
    const { queries, toFigures: toReport } = selectReport(db, query);
    const [found, stored, behind, ...counted] = await runBatch(db, [...settings, stale, ...queries]);
    return {
      settings: toAnalyticsSettings(settings, [found, stored]),
      asOf: readRow(stale, behind).hour ?? at,
      found: toReport(counted),
    };
  });
}

/** Where the zone is another than this isolate knew, it is asked once more. */
async function askInZone<Query, Found extends { settings: AnalyticsSettings }>(
  { toQuery }: Pick<Reader<Query>, "toQuery">,
  ask: (query: Query) => Promise<Found>,
): Promise<Found> {
  const guess = toQuery(known);
  const found = await ask(guess);
  const query = toQuery(found.settings);
  return JSON.stringify(query) === JSON.stringify(guess) ? found : ask(query);
}

/** The settings of the site's figures, and what `user` keeps about the page. */
export async function readAnalyticsSettings(db: Db, user: AccountId): Promise<AnalyticsSettings> {
  const queries = selectAnalyticsSettings(db, user);
  return toAnalyticsSettings(queries, await runBatch(db, queries));
}

const goalNames = sql<string>`(select json_group_object(id, name) from own_goals where id > '')`;

function selectAnalyticsSettings(db: Db, user: AccountId, goals = goalNames) {
  const settings = db
    .selectFrom("analytics_settings")
    .select([
      "zone",
      "version",
      selectFirst.as("first"),
      selectDefaultView(db, { user, list: analyticsViews }).as("default_view"),
      selectReports(db, user).as("reports"),
      sql<number | null>`(select max(ends) from archived_days where moved_at is not null)`.as("moved_until"),
      goals.as("goals"),
    ]);
  return [settings, selectSettings(db, { user, list: analyticsViews })] as const;
}

function toAnalyticsSettings(
  [settings, views]: ReturnType<typeof selectAnalyticsSettings>,
  [found, stored]: readonly (D1Result | undefined)[],
): AnalyticsSettings {
  const { zone, version, first, moved_until: movedUntil, ...own } = readRow(settings, found);
  known = { zone, first };
  return {
    zone,
    version,
    first,
    movedUntil,
    views: readSettings(readRow(views, stored)).views,
    defaultView: own.default_view,
    reports: JSON.parse(own.reports ?? "[]") as Rhythm[],
    goalNames: JSON.parse(own.goals) as Record<string, string>,
  };
}
