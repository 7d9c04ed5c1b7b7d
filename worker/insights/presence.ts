/** Who has an article, or a job, open in its editor. */
import { type Compilable, sql } from "kysely";
import { second } from "#app/shared/durations.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { JobId } from "../db/careers-tables.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { NotFoundError } from "../lib/errors.ts";

/** How long something counts as open after the last sign of life of a page, in milliseconds: three of them. */
export const presenceLife = 45 * second;

/** Another page that has it open. */
export interface Editor {
  id: UserId;
  /** Their name for colleagues, or their address. */
  name: string;
  /** Epoch milliseconds. */
  seenAt: number;
  /** When they last pressed a key there, epoch milliseconds; null while they have not. */
  typedAt: number | null;
}

export interface Presence {
  /** Of the article or job: a higher one than the page knows means that somebody has changed it. */
  version: number;
  /** Newest key first. */
  editors: Editor[];
}

/** Where open pages are noted, and by which column. */
const places = {
  posts: { pages: sql.table("post_presence"), key: sql.ref("post_id") },
  jobs: { pages: sql.table("job_presence"), key: sql.ref("job_id") },
};

interface Opened {
  /** What is open: an article unless told otherwise. */
  of?: "posts" | "jobs";
  id: PostId | JobId;
}

export interface OpenPage extends Opened {
  /** A UUID of the page's own. */
  tab: string;
  user: UserId;
}

/**
 * Notes that `user` has it open in `tab`, and returns who else has. Both in one trip.
 * @throws {NotFoundError} when it is gone
 */
export async function reportPresence(
  db: Db,
  { typedAt, at = now(), ...page }: OpenPage & { typedAt: number | null; at?: number },
): Promise<Presence> {
  const { of = "posts", id, tab, user } = page;
  const { pages, key } = places[of];
  const report = sql`INSERT INTO ${pages} (${key}, tab, user_id, seen_at, typed_at)
    SELECT id, ${tab}, ${user}, ${at}, ${typedAt} FROM ${sql.table(of)} WHERE id = ${id}
    ON CONFLICT (${key}, tab) DO UPDATE SET seen_at = excluded.seen_at, typed_at = excluded.typed_at
    WHERE ${pages}.user_id = excluded.user_id`;
  const others = selectOthers(db, { ...page, at });
  const [, answer] = await runBatch(db, [{ compile: () => report.compile(db) }, others]);
  const [row] = readRows(others, answer);
  if (!row) throw new NotFoundError();
  return { version: row.version, editors: JSON.parse(row.editors) as Editor[] };
}

/** Who else has it open, and its version: one row. */
export function selectOthers(
  db: Db,
  { of = "posts", id, tab, at }: Opened & { tab: string; at: number },
): Compilable<{ version: number; editors: string }> {
  const { pages, key } = places[of];
  const select = sql<{ version: number; editors: string }>`SELECT version,
      (SELECT json_group_array(json_object('id', users.id, 'name', coalesce(users.name, users.email),
          'seenAt', pages.seen_at, 'typedAt', pages.typed_at) ORDER BY pages.typed_at DESC NULLS LAST, pages.seen_at DESC)
        FROM ${pages} AS pages CROSS JOIN users ON users.id = pages.user_id
        WHERE pages.${key} = opened.id AND pages.tab <> ${tab} AND pages.seen_at > ${at - presenceLife}) AS editors
    FROM ${sql.table(of)} AS opened WHERE id = ${id}`;
  return { compile: () => select.compile(db) };
}

/** Notes that a page has been closed or is out of sight. */
export async function endPresence(db: Db, { of = "posts", id, tab, user }: OpenPage): Promise<void> {
  const { pages, key } = places[of];
  await sql`DELETE FROM ${pages} WHERE ${key} = ${id} AND tab = ${tab} AND user_id = ${user}`.execute(db);
}
