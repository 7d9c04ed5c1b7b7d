import { type RawBuilder, sql } from "kysely";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { changedMeanwhile, type InsightChange } from "./publish-insight.ts";
import { planPurgeOfAll, type SaveScope } from "./purge-insight.ts";
import { sendPurge } from "./purges.ts";

interface Tagging extends InsightChange {
  tag: TagId;
  /** True gives it the tag, false takes it off. */
  isOn: boolean;
}

/**
 * Gives an article a tag or takes it off: what readers see and, if there are changes that are not published, the newest
 * revision, too. Returns the new version.
 * @throws {ConflictError} when somebody else has changed it since, or it lies in the trash
 * @throws {NotFoundError} when it or the tag is gone
 */
export async function tagInsight(
  db: Db,
  { id, version, actor, tag, isOn }: Tagging,
  scope: SaveScope,
): Promise<number> {
  const known = await db.selectFrom("tags").select("slug").where("id", "=", tag).executeTakeFirst();
  if (!known) throw new NotFoundError();
  const purge = planPurgeOfAll(db);
  const next = await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table: "insights",
    id,
    version,
    where: sql<boolean>`trashed_at is null`,
    // Neither the text nor its day changes.
    set: {},
    audit: { action: isOn ? "post.tagged" : "post.untagged", detail: { tag: known.slug } },
    conflict: changedMeanwhile,
    queries: [
      isOn
        ? db
            .insertInto("insight_tags")
            .values({ insight_id: id, tag_id: tag })
            .onConflict((conflict) => conflict.doNothing())
        : db.deleteFrom("insight_tags").where("insight_id", "=", id).where("tag_id", "=", tag),
      db
        .updateTable("insight_revisions")
        .set({ content: sql<string>`json_set(content, '$.tagIds', json(${writeTags(tag, isOn)}))` })
        .where("insight_id", "=", id)
        .where((query) =>
          query(
            "version",
            "in",
            sql<number>`(SELECT edited_version FROM insights WHERE id = ${id} UNION SELECT shown_version FROM insights WHERE id = ${id})`,
          ),
        ),
      purge.query,
    ],
  });
  await sendPurge(db, purge, scope);
  return next;
}

/** The tags of a revision with `tag`, at the end, or without it. */
function writeTags(tag: TagId, isOn: boolean): RawBuilder<string> {
  const others = sql`SELECT value FROM json_each(content, '$.tagIds') WHERE value <> ${tag}`;
  return isOn
    ? sql`(SELECT json_group_array(value) FROM (${others} UNION ALL SELECT ${tag}))`
    : sql`(SELECT json_group_array(value) FROM (${others}))`;
}
