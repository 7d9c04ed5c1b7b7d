/** Who has an article, or a job, open in its editor. */
import { type Compilable, sql } from "kysely";
import { second } from "#shared/dates/durations.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";

/** How long something counts as open after the last sign of life of a page that is alone, in milliseconds: three of them. */
export const presenceLife = 45 * second;
/** The same of pages that know of each other: they give one every 1.5 seconds. */
const presenceLifeTogether = 3.5 * second;
/** A page that is alone is written down again after so long: until then it only reads who has come. */
const writtenEvery = 14 * second;

/** Another page that has it open. */
interface Editor {
  id: AccountId;
  /** Their name for colleagues, or their address. */
  name: string;
  /** Epoch milliseconds. */
  seenAt: number;
  /** When they last pressed a key there, epoch milliseconds; null while they have not. */
  typedAt: number | null;
}

export interface Presence {
  /** Of the article or job, 0 where it is not stored: a higher one than the page knows means that somebody has changed it. */
  version: number;
  /** Newest key first. */
  editors: Editor[];
}

/** Where open pages are noted, and by which column. */
const places = {
  insights: { pages: sql.table("insight_presence"), key: sql.ref("insight_id") },
  openings: { pages: sql.table("opening_presence"), key: sql.ref("opening_id") },
};

/** How long a page takes at most until the others know of it, in milliseconds. */
const settledAfter = 5 * second;

interface Opened {
  /** What is open: an article by default. */
  of?: "insights" | "openings";
  id: InsightId | OpeningId;
}

export interface OpenPage extends Opened {
  /** A UUID of the page's own. */
  tab: string;
  user: AccountId;
}

/**
 * Notes that `user` has it open in `tab`, and returns who else has. Both in one trip. While nobody else has it, most signs of life
 * write nothing. `openFor`: for how long the page has given signs of life, in milliseconds.
 */
export async function reportPresence(
  db: Db,
  { typedAt, at = now(), openFor = 0, ...page }: OpenPage & { typedAt: number | null; at?: number; openFor?: number },
): Promise<Presence> {
  const { of = "insights", id, tab, user } = page;
  const { pages, key } = places[of];
  const report = sql`INSERT INTO ${pages} (${key}, tab, account_id, seen_at, typed_at)
    SELECT id, ${tab}, ${user}, ${at}, ${typedAt} FROM ${sql.table(of)} WHERE id = ${id}
    ON CONFLICT (${key}, tab) DO UPDATE SET seen_at = excluded.seen_at, typed_at = excluded.typed_at
    WHERE ${pages}.account_id = excluded.account_id AND (${pages}.seen_at <= ${at - writtenEvery} OR EXISTS (
      SELECT 1 FROM ${pages} AS others WHERE others.${key} = ${id} AND others.tab <> ${tab} AND others.seen_at > ${at - presenceLife}))`;
  // Whoever was here before has noticed this page by then, and gives signs of life as often as it does.
  const life = openFor > settledAfter ? presenceLifeTogether : presenceLife;
  const others = selectOthers(db, { ...page, at, life });
  const [, answer] = await runBatch(db, [{ compile: () => report.compile(db) }, others]);
  const [row] = readRows(others, answer);
  return row ? { version: row.version, editors: JSON.parse(row.editors) as Editor[] } : { version: 0, editors: [] };
}

/** Who else has it open, and its version: one row. */
export function selectOthers(
  db: Db,
  { of = "insights", id, tab, at, life = presenceLife }: Opened & { tab: string; at: number; life?: number },
): Compilable<{ version: number; editors: string }> {
  const { pages, key } = places[of];
  const select = sql<{ version: number; editors: string }>`SELECT version,
      (SELECT json_group_array(json_object('id', accounts.id, 'name', coalesce(accounts.name, accounts.email),
          'seenAt', pages.seen_at, 'typedAt', pages.typed_at) ORDER BY pages.typed_at DESC NULLS LAST, pages.seen_at DESC)
        FROM ${pages} AS pages CROSS JOIN accounts ON accounts.id = pages.account_id
        WHERE pages.${key} = opened.id AND pages.tab <> ${tab} AND pages.seen_at > ${at - life}) AS editors
    FROM ${sql.table(of)} AS opened WHERE id = ${id}`;
  return { compile: () => select.compile(db) };
}

/** Notes that a page has been closed or is out of sight. */
export async function endPresence(db: Db, { of = "insights", id, tab, user }: OpenPage): Promise<void> {
  const { pages, key } = places[of];
  await sql`DELETE FROM ${pages} WHERE ${key} = ${id} AND tab = ${tab} AND account_id = ${user}`.execute(db);
}
