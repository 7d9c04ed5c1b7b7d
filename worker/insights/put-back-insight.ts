import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { InsightStatus } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import { checkPublishable, readDraft } from "./insight-draft.ts";
import { type InsightChange, setStatus } from "./publish-insight.ts";
import { planLaterPurges, type SaveScope } from "./purge-insight.ts";
import { planShow, refuseTaken } from "./show-insight.ts";
import { resolveTopics } from "./taxonomy/resolve-topics.ts";

/** How an article stood before a change that is taken back. */
export interface FormerState {
  status: InsightStatus;
  /** Epoch milliseconds, as in the row. */
  publishAt: number | null;
  unpublishAt: number | null;
  trashedAt: number | null;
  /** The revision that it showed. */
  shownVersion: number;
}

/**
 * Makes an article stand as it stood before: takes back that it was published, archived or put into the trash, and sends
 * one that waits for its time back to the drafts. Returns the new version.
 * @throws {InvalidInputError} by field, when it would be published and lacks what that asks for
 * @throws {ConflictError} when somebody else has changed it since, or another article has its address
 * @throws {NotFoundError} when it is gone
 */
export async function putBackInsight(
  db: Db,
  { before, ...change }: InsightChange & { before: FormerState },
  scope: SaveScope,
): Promise<number> {
  const { id } = change;
  const post = await db
    .selectFrom("insights")
    .select(["slug", "status", "shown_version"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!post) throw new NotFoundError();
  const revision = await db
    .selectFrom("insight_revisions")
    .select("content")
    .where("insight_id", "=", id)
    .where("version", "=", before.shownVersion)
    .executeTakeFirst();
  if (!revision) throw new ConflictError("The text that it showed then is gone.");
  const draft = await resolveTopics(db, id, readDraft(revision.content));
  if (before.status === "published") checkPublishable(draft);
  const isShown = post.shown_version === before.shownVersion;
  const shown = isShown ? null : await planShow(db, { id, draft, before: post, at: now() });
  return setStatus(
    db,
    {
      ...change,
      set: {
        ...shown?.set,
        shown_version: before.shownVersion,
        status: before.status,
        publish_at: before.publishAt,
        unpublish_at: before.unpublishAt,
        trashed_at: before.trashedAt,
        updated_at: now(),
      },
      where: sql<boolean>`shown_version = ${post.shown_version} and slug = ${post.slug} and status = ${post.status}`,
      audit: { action: "post.put_back", detail: { status: before.status } },
      queries: [...(shown?.queries ?? []), ...planLaterPurges(db, [before.publishAt, before.unpublishAt], now())],
    },
    scope,
  ).catch(refuseTaken);
}
