import { sql } from "kysely";
import { second } from "#app/shared/durations.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { NotFoundError } from "../lib/errors.ts";

/** How long an article counts as open after the last sign of life of a page, in milliseconds: three of them. */
export const presenceLife = 45 * second;

/** Another page that has the article open. */
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
  /** Of the article: a higher one than the page knows means that somebody has changed it. */
  version: number;
  /** Newest key first. */
  editors: Editor[];
}

interface OpenPage {
  id: PostId;
  /** A UUID of the page's own. */
  tab: string;
  user: UserId;
}

/**
 * Notes that `user` has the article open in `tab`, and returns who else has. Both in one trip.
 * @throws {NotFoundError} when the article is gone
 */
export async function reportPresence(
  db: Db,
  { id, tab, user, typedAt, at = now() }: OpenPage & { typedAt: number | null; at?: number },
): Promise<Presence> {
  const others = selectOthers(db, { id, tab, at });
  const [, answer] = await runBatch(db, [
    db
      .insertInto("post_presence")
      .columns(["post_id", "tab", "user_id", "seen_at", "typed_at"])
      .expression(sql`SELECT id, ${tab}, ${user}, ${at}, ${typedAt} FROM posts WHERE id = ${id}`)
      .onConflict((conflict) =>
        conflict
          .columns(["post_id", "tab"])
          .doUpdateSet({ seen_at: at, typed_at: sql`excluded.typed_at` })
          .whereRef("post_presence.user_id", "=", "excluded.user_id"),
      ),
    others,
  ]);
  const [row] = readRows(others, answer);
  if (!row) throw new NotFoundError();
  return { version: row.version, editors: JSON.parse(row.editors) as Editor[] };
}

/** Who else has the article open, and its version: one row. */
export function selectOthers(db: Db, { id, tab, at }: Pick<OpenPage, "id" | "tab"> & { at: number }) {
  const editors = sql<string>`(SELECT json_group_array(json_object('id', users.id, 'name', coalesce(users.name, users.email),
      'seenAt', pages.seen_at, 'typedAt', pages.typed_at) ORDER BY pages.typed_at DESC NULLS LAST, pages.seen_at DESC)
    FROM post_presence AS pages CROSS JOIN users ON users.id = pages.user_id
    WHERE pages.post_id = posts.id AND pages.tab <> ${tab} AND pages.seen_at > ${at - presenceLife})`;
  return db
    .selectFrom("posts")
    .select(["version", editors.as("editors")])
    .where("id", "=", id);
}

/** Notes that a page has been closed or is out of sight. */
export async function endPresence(db: Db, { id, tab, user }: OpenPage): Promise<void> {
  await db
    .deleteFrom("post_presence")
    .where("post_id", "=", id)
    .where("tab", "=", tab)
    .where("user_id", "=", user)
    .execute();
}
