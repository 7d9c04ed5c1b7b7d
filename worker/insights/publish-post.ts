import { type RawBuilder, sql } from "kysely";
import { type AuditNote, runVersioned } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { PostId, PostStatus } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { NotFoundError } from "../lib/errors.ts";
import { requireCoverAlt } from "./post-draft.ts";
import { type SaveScope, purgePosts } from "./purge-post.ts";

interface Change {
  id: PostId;
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
  /** Who changes it; null for the seed. */
  actor: UserId | null;
}

/**
 * Publishes an article from `publishAt` on (epoch milliseconds, which may lie ahead). Throws InvalidInputError while
 * nobody has described its cover, or said that it is decorative. Returns the new version.
 */
export async function publishPost(
  db: Db,
  { publishAt, ...change }: Change & { publishAt: number },
  scope: SaveScope,
): Promise<number> {
  const post = await db
    .selectFrom("posts")
    .select(["cover_wide", "cover_alt"])
    .where("id", "=", change.id)
    .executeTakeFirst();
  if (!post) throw new NotFoundError();
  requireCoverAlt(post.cover_wide, post.cover_alt);
  const set = { status: "published", publish_at: publishAt } as const;
  return setStatus(db, { ...change, set, audit: { action: "post.published", detail: { publishAt } } }, scope);
}

/**
 * Takes an article off the site; it keeps its address, its text and, if that time had come, since when it was public:
 * readers are told that it was withdrawn. Returns the new version.
 */
export async function archivePost(db: Db, change: Change, scope: SaveScope): Promise<number> {
  const publish_at = sql<number | null>`CASE WHEN publish_at <= ${now()} THEN publish_at END`;
  const set = { status: "archived", updated_at: now(), publish_at } as const;
  return setStatus(db, { ...change, set, audit: { action: "post.archived" } }, scope);
}

interface StatusChange extends Change {
  set: { status: PostStatus; publish_at: number | RawBuilder<number | null>; updated_at?: number };
  audit: AuditNote;
}

async function setStatus(db: Db, change: StatusChange, scope: SaveScope): Promise<number> {
  const { id } = change;
  const next = await runVersioned(db, {
    ...change,
    requestId: scope.requestId,
    table: "posts",
    conflict: "Somebody else has changed this article since you opened it.",
    queries: [
      // Until its time the address may lead to the article that had it before.
      db.deleteFrom("redirects").where("from_path", "=", (query) =>
        query
          .selectFrom("posts")
          .select(sql<string>`'/insights/' || slug`.as("path"))
          .where("id", "=", id)
          .where("status", "<>", "draft")
          .where("publish_at", "<=", now())
          .$asScalar(),
      ),
    ],
  });
  await purgePosts(scope);
  return next;
}
