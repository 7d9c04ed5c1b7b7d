import { type RawBuilder, sql } from "kysely";
import { type Db, runBatch } from "../../db/client.ts";
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
  NOT EXISTS (SELECT 1 FROM insights WHERE cover_wide = media.key)
  AND NOT EXISTS (SELECT 1 FROM insights WHERE cover_card = media.key)
  AND NOT EXISTS (SELECT 1 FROM insights WHERE share_image = media.key)
  AND NOT EXISTS (SELECT 1 FROM insight_revisions WHERE content ->> '$.pictures.wide' = +media.key)
  AND NOT EXISTS (SELECT 1 FROM insight_revisions WHERE content ->> '$.pictures.card' = +media.key)
  AND NOT EXISTS (SELECT 1 FROM insight_revisions WHERE content ->> '$.pictures.share' = +media.key)`;

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
 * A row while none of `keys` is being deleted, for `given` of what stores them: until then their bytes would go with the
 * former ones. Their rows come first and their bytes after them, so that nothing deletes these.
 */
export function selectStaying(keys: readonly string[]): RawBuilder<unknown> {
  return sql`(SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM covers_leaving WHERE key IN ${toList(keys)}))`;
}

/** The message to whoever stores one of them at that moment. */
export const leavingNow = "A former copy of this picture is just being deleted. Please try again in a minute.";

function toList(keys: readonly string[]) {
  return sql<never>`(SELECT value FROM json_each(${JSON.stringify(keys)}))`;
}

/**
 * Deletes drawings of covers that no article and no revision has named for the length of their term. Whoever stores one
 * again makes it young again, so that nothing goes between its storing and the save that names it. What a run has begun to
 * delete and could not, the next one deletes.
 */
export async function sweepCovers(db: Db, { env }: Pick<RequestScope, "env">): Promise<{ covers: number } | void> {
  const before = now() - readLength(terms.unusedCovers);
  const unused = await selectUnusedCovers(db, before).execute();
  const chosen = db
    .selectFrom("media")
    .select("key")
    .where("key", "in", toList(unused.map(({ key }) => key)))
    .where("created_at", "<", before)
    .where(isUnnamed);
  const leaving = db.selectFrom("covers_leaving").select("key").where("key", ">", "");
  if (unused.length > 0)
    await runBatch(db, [
      db.insertInto("covers_leaving").columns(["key"]).expression(chosen),
      db.deleteFrom("media").where("key", "in", leaving),
    ]);
  const keys = (await leaving.limit(2 * mostAtOnce).execute()).map(({ key }) => key);
  if (keys.length === 0) return;
  await env.MEDIA.delete(keys);
  await db.deleteFrom("covers_leaving").where("key", "in", toList(keys)).execute();
  return { covers: keys.length };
}
