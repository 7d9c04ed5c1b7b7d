import { type Compilable, type RawBuilder, sql, type Updateable } from "kysely";
import { type AuditNote, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, InsightStatus } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import type { Database } from "#worker/db/tables.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { alsoGiven, type Attached } from "./attached.ts";
import { checkPublishable, readDraft } from "./insight-draft.ts";
import { planLaterPurges, planPurgeOfAll, type SaveScope } from "./purge-insight.ts";
import { sendPurge } from "./purges.ts";
import { resolveTopics } from "./taxonomy/resolve-topics.ts";
import { planShow, refuseTaken } from "./show-insight.ts";

export interface InsightChange {
  id: InsightId;
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
  /** Who changes it; null for the seed. */
  actor: AccountId | null;
  /** The name of the API token that it comes by. */
  via?: string;
  attached?: Attached | undefined;
}

/**
 * Publishes the newest revision of an article from `publishAt` on (epoch milliseconds, which may lie ahead), until
 * `unpublishAt` if that is given. Returns the new version.
 * @throws {InvalidInputError} by field: what it lacks, such as the description of its cover
 * @throws {ConflictError} when somebody else has changed it since, another article has its address, or it lies in the trash
 * @throws {NotFoundError} when it is gone
 */
export async function publishInsight(
  db: Db,
  { publishAt, unpublishAt = null, via, ...change }: InsightChange & { publishAt: number; unpublishAt?: number | null },
  scope: SaveScope,
): Promise<number> {
  if (unpublishAt !== null && unpublishAt <= publishAt)
    throw new InvalidInputError({ unpublishAt: ["It must come after the publication."] });
  const { id } = change;
  const post = await db
    .selectFrom("insights")
    .innerJoin("insight_revisions", (join) =>
      join.onRef("insight_id", "=", "insights.id").onRef("insight_revisions.version", "=", "edited_version"),
    )
    .select(["slug", "status", "edited_version", "shown_version", "trashed_at", "content"])
    .where("insights.id", "=", id)
    .executeTakeFirst();
  if (!post) throw new NotFoundError();
  if (post.trashed_at !== null) throw new ConflictError("This article lies in the trash. Restore it first.");
  const draft = await resolveTopics(db, id, readDraft(post.content));
  checkPublishable(draft);
  const isShown = post.edited_version === post.shown_version;
  const shown = isShown ? null : await planShow(db, { id, draft, before: post, at: now() });
  return setStatus(
    db,
    {
      ...change,
      set: {
        ...shown?.set,
        shown_version: post.edited_version,
        status: "published",
        publish_at: publishAt,
        unpublish_at: unpublishAt,
      },
      // The revision that was checked is the one that readers get.
      where: sql<boolean>`edited_version = ${post.edited_version} and slug = ${post.slug} and status = ${post.status}`,
      audit: {
        action: "post.published",
        detail: { publishAt, ...(unpublishAt !== null && { unpublishAt }), ...(via && { via }) },
      },
      queries: [...(shown?.queries ?? []), ...planLaterPurges(db, [publishAt, unpublishAt], now())],
    },
    scope,
  ).catch(refuseTaken);
}

/** The end of a publication (epoch milliseconds) when it is published again and nobody names another; one that has passed is none. */
export function keepEnd(end: number | null): number | null {
  return end !== null && end > now() ? end : null;
}

/**
 * Takes an article off the site; it keeps its address, its text and, if that time had come, since when it was public:
 * readers see that it was withdrawn. Returns the new version.
 */
export async function archivePost(db: Db, { via, ...change }: InsightChange, scope: SaveScope): Promise<number> {
  const publish_at = sql<number | null>`CASE WHEN publish_at <= ${now()} THEN publish_at END`;
  const set = { status: "archived", updated_at: now(), publish_at, unpublish_at: null } as const;
  const where = sql<boolean>`trashed_at is null`;
  const audit = { action: "post.archived" as const, ...(via && { detail: { via } }) };
  return setStatus(db, { ...change, set, where, audit }, scope);
}

/** The message when the article has changed since it was read. */
export const changedMeanwhile = "Somebody else has changed this article since you opened it.";

type InsightUpdate = Omit<Updateable<Database["insights"]>, "id" | "version" | "publish_at" | "status">;

interface StatusChange extends Omit<InsightChange, "via"> {
  set: InsightUpdate & {
    status: InsightStatus | RawBuilder<InsightStatus>;
    publish_at: number | null | RawBuilder<number | null>;
  };
  where?: RawBuilder<boolean>;
  audit: AuditNote;
  /** Why it may not be changed, where `where` says so. */
  conflict?: string;
  queries?: readonly Compilable[];
}

/** Changes the state of an article and purges every page of articles. Returns the new version. */
export async function setStatus(
  db: Db,
  { where = sql<boolean>`true`, queries = [], attached, ...change }: StatusChange,
  scope: SaveScope,
): Promise<number> {
  const { id } = change;
  const purge = planPurgeOfAll(db);
  const next = await runVersioned(db, {
    conflict: changedMeanwhile,
    ...change,
    requestId: scope.requestId,
    table: "insights",
    where: alsoGiven(where, attached),
    queries: [
      ...queries,
      ...(attached?.queries ?? []),
      // Until its time the address may lead to the article that had it before.
      db.deleteFrom("redirects").where("from_path", "=", (query) =>
        query
          .selectFrom("insights")
          .select(sql<string>`'/insights/' || slug`.as("path"))
          .where("id", "=", id)
          .where("status", "<>", "draft")
          .where("publish_at", "<=", now())
          .$asScalar(),
      ),
      purge.query,
    ],
  });
  await sendPurge(db, purge, scope);
  return next;
}
