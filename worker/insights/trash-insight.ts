import { sql } from "kysely";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { alsoGiven } from "./attached.ts";
import { changedMeanwhile, type InsightChange, setStatus } from "./publish-insight.ts";
import type { SaveScope } from "./purge-insight.ts";

/** True of an article that readers have seen, as SQL. */
const wasSeen = () => sql<boolean>`(status <> 'draft' and publish_at <= ${now()})`;

/**
 * Puts an article into the trash, where it stays for `terms.trash`. Its page says that it was withdrawn.
 * Returns the new version.
 * @throws {ConflictError} when somebody else has changed it since, or it lies there already
 * @throws {NotFoundError} when it is gone
 */
export async function trashInsight(db: Db, change: InsightChange, scope: SaveScope): Promise<number> {
  const set = {
    status: sql<"archived" | "draft">`CASE WHEN ${wasSeen()} THEN 'archived' ELSE 'draft' END`,
    publish_at: sql<number | null>`CASE WHEN ${wasSeen()} THEN publish_at END`,
    unpublish_at: null,
    updated_at: now(),
    trashed_at: now(),
  };
  const where = sql<boolean>`trashed_at is null`;
  return setStatus(db, { ...change, set, where, audit: { action: "post.trashed" } }, scope);
}

/**
 * Takes an article out of the trash: as a draft, or archived if readers have seen it. Returns the new version.
 * @throws {ConflictError} when somebody else has changed it since, or it does not lie there
 * @throws {NotFoundError} when it is gone
 */
export async function restoreInsight(
  db: Db,
  { id, version, actor, attached }: InsightChange,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<number> {
  return runVersioned(db, {
    actor,
    requestId,
    table: "insights",
    id,
    version,
    where: alsoGiven(sql<boolean>`trashed_at is not null`, attached),
    set: { trashed_at: null },
    audit: { action: "post.restored" },
    conflict: changedMeanwhile,
    queries: attached?.queries ?? [],
  });
}

/**
 * Deletes an article of the trash for good, with all its revisions.
 * @throws {ConflictError} when somebody else has changed it since, or it does not lie in the trash
 */
export async function deleteInsight(
  db: Db,
  { id, version, actor }: InsightChange,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<void> {
  const lies = db
    .selectFrom("insights")
    .select("id")
    .where("id", "=", id)
    .where("version", "=", version)
    .where("trashed_at", "is not", null);
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "post.deleted" },
    given: { rows: lies, conflict: "It does not lie in the trash as you saw it." },
    queries: [db.deleteFrom("insights").where("id", "=", id)],
  });
}
