import { sql } from "kysely";
import { type ListSettings, readSettings, selectSettings } from "../accounts/saved-views.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, readRow, runBatch } from "../db/client.ts";
import { readFigures } from "./figures/read-figures.ts";
import { readRealtime } from "./figures/read-realtime.ts";
import type { Figures, FiguresQuery, Realtime } from "./figures/types.ts";

/** The name under which views of the page are saved. */
export const analyticsViews = "analytics";

interface AnalyticsSettings {
  /** IANA name of the zone whose days the figures have. */
  zone: string;
  /** Of the row of settings. */
  version: number;
  /** When the first visit began, or the first day with figures; null without any. */
  first: number | null;
  /** What the reader has saved. */
  views: ListSettings["views"];
}

export interface AnalyticsPage {
  settings: AnalyticsSettings;
  figures: Figures;
  realtime: Realtime;
}

interface Reader {
  user: UserId;
  /** Now, in epoch milliseconds. */
  at: number;
  /** What is asked of the figures, once the zone is known. */
  toQuery: (settings: AnalyticsSettings) => FiguresQuery;
}

/** Everything that the page of visitor analytics shows. */
export async function readAnalyticsPage(db: Db, { user, at, toQuery }: Reader): Promise<AnalyticsPage> {
  const settings = await readAnalyticsSettings(db, user);
  const [figures, realtime] = await Promise.all([readFigures(db, toQuery(settings), at), readRealtime(db, at)]);
  return { settings, figures, realtime };
}

/** The settings of the site's figures, and what `user` keeps about the page. */
export async function readAnalyticsSettings(db: Db, user: UserId): Promise<AnalyticsSettings> {
  const queries = [selectAnalyticsSettings(db), selectSettings(db, { user, list: analyticsViews })] as const;
  const [found, kept] = await runBatch(db, queries);
  return { ...readRow(queries[0], found), views: readSettings(readRow(queries[1], kept)).views };
}

function selectAnalyticsSettings(db: Db) {
  return db
    .selectFrom("analytics_settings")
    .select([
      "zone",
      "version",
      sql<number | null>`coalesce(
        (select min(day) from daily_figures), (select min(started_at) from visits))`.as("first"),
    ]);
}
