import { sql } from "kysely";
import { type ListSettings, readSettings, selectSettings } from "../accounts/saved-views.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, readRow, runBatch } from "../db/client.ts";
import { listQueries, selectFigures, toFigures } from "./figures/read-figures.ts";
import { selectRealtime, toRealtime } from "./figures/read-realtime.ts";
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
  toQuery: (settings: Pick<AnalyticsSettings, "zone" | "first">) => FiguresQuery;
}

/** What this isolate has read last: the page is asked for as if it still held, and the answer says whether it does. */
let known: Pick<AnalyticsSettings, "zone" | "first"> = { zone: "UTC", first: null };

/**
 * Everything that the page of visitor analytics shows, in one trip. Where the zone is another than this isolate knew, the
 * figures are read once more.
 */
export async function readAnalyticsPage(db: Db, reader: Reader): Promise<AnalyticsPage> {
  const guess = reader.toQuery(known);
  const found = await ask(db, reader, guess);
  const query = reader.toQuery(found.settings);
  return JSON.stringify(query) === JSON.stringify(guess) ? found : ask(db, reader, query);
}

async function ask(db: Db, { user, at }: Reader, query: FiguresQuery): Promise<AnalyticsPage> {
  const settings = selectAnalyticsSettings(db, user);
  const realtime = selectRealtime(db, at);
  const figures = selectFigures(db, query);
  const [found, kept, views, present, ...counted] = await runBatch(db, [
    ...settings,
    ...realtime,
    ...listQueries(figures),
  ]);
  return {
    settings: toAnalyticsSettings(settings, [found, kept]),
    realtime: toRealtime(realtime, [views, present]),
    figures: toFigures(figures, counted, { query, now: at }),
  };
}

/** The settings of the site's figures, and what `user` keeps about the page. */
export async function readAnalyticsSettings(db: Db, user: UserId): Promise<AnalyticsSettings> {
  const queries = selectAnalyticsSettings(db, user);
  return toAnalyticsSettings(queries, await runBatch(db, queries));
}

function selectAnalyticsSettings(db: Db, user: UserId) {
  const settings = db
    .selectFrom("analytics_settings")
    .select([
      "zone",
      "version",
      sql<number | null>`coalesce((select min(day) from daily_figures), (select min(started_at) from visits))`.as(
        "first",
      ),
    ]);
  return [settings, selectSettings(db, { user, list: analyticsViews })] as const;
}

function toAnalyticsSettings(
  [settings, views]: ReturnType<typeof selectAnalyticsSettings>,
  [found, kept]: readonly (D1Result | undefined)[],
): AnalyticsSettings {
  const { zone, version, first } = readRow(settings, found);
  known = { zone, first };
  return { zone, version, first, views: readSettings(readRow(views, kept)).views };
}
