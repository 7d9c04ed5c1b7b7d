import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { readLength, terms } from "../../lib/terms.ts";

/** Most that one run takes; the next hour takes more. */
const mostAtOnce = 100;

/**
 * True of a drawing that neither an article shows nor any revision names; each is asked by an index of its own. What JSON
 * holds has no affinity, and with that of a column beside it no index would serve: hence the plus.
 */
const isUnnamed = sql<boolean>`
  NOT EXISTS (SELECT 1 FROM posts WHERE cover_wide = media.key)
  AND NOT EXISTS (SELECT 1 FROM posts WHERE cover_card = media.key)
  AND NOT EXISTS (SELECT 1 FROM posts WHERE share_image = media.key)
  AND NOT EXISTS (SELECT 1 FROM post_revisions WHERE content ->> '$.pictures.wide' = +media.key)
  AND NOT EXISTS (SELECT 1 FROM post_revisions WHERE content ->> '$.pictures.card' = +media.key)
  AND NOT EXISTS (SELECT 1 FROM post_revisions WHERE content ->> '$.pictures.share' = +media.key)`;

/** The query of drawings that were stored before `before` (epoch milliseconds) and that nobody names. */
export function selectUnusedCovers(db: Db, before: number) {
  return db
    .selectFrom(
      sql<{ key: string; created_at: number }>`(SELECT key, created_at FROM media INDEXED BY media_covers_by_time
        WHERE key GLOB 'covers/*' OR key GLOB 'share/cover-*')`.as("media"),
    )
    .select("media.key")
    .where("media.created_at", "<", before)
    .where(isUnnamed)
    .orderBy("media.created_at")
    .limit(mostAtOnce);
}

/**
 * Deletes drawings of covers that no article and no revision has named for the length of their term. Whoever stores one
 * again makes it young again, so that nothing goes between its storing and the save that names it.
 */
export async function sweepCovers(db: Db, { env }: RequestScope): Promise<{ covers: number } | void> {
  const before = now() - readLength(terms.unusedCovers);
  const unused = await selectUnusedCovers(db, before).execute();
  if (unused.length === 0) return;
  const keys = sql<never>`(SELECT value FROM json_each(${JSON.stringify(unused.map(({ key }) => key))}))`;
  const gone = await db
    .deleteFrom("media")
    .where("key", "in", keys)
    .where("created_at", "<", before)
    .where(isUnnamed)
    .returning("key")
    .execute();
  if (gone.length > 0) await env.MEDIA.delete(gone.map(({ key }) => key));
  return { covers: gone.length };
}
