import { sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { PostId, PostStatus } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError } from "../lib/errors.ts";
import { requireCoverAlt } from "./post-draft.ts";
import { type SaveScope, purgePost } from "./purge-post.ts";

interface Change {
  id: PostId;
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
}

/**
 * Publishes an article from `publishAt` on (epoch milliseconds, which may lie ahead). Throws InvalidInputError while
 * nobody has described its cover, or said that it is decorative. Returns the new version.
 */
export async function publishPost(
  db: Db,
  { id, version, publishAt }: Change & { publishAt: number },
  scope: SaveScope,
): Promise<number> {
  const post = await db.selectFrom("posts").select(["cover_wide", "cover_alt"]).where("id", "=", id).executeTakeFirst();
  if (post) requireCoverAlt(post.cover_wide, post.cover_alt);
  return setStatus(db, { id, version, status: "published", publishAt }, scope);
}

/**
 * Takes an article off the site; it keeps its address, its text and, if that time had come, since when it was public:
 * readers are told that it was withdrawn. Returns the new version.
 */
export async function archivePost(db: Db, { id, version }: Change, scope: SaveScope): Promise<number> {
  return setStatus(db, { id, version, status: "archived" }, scope);
}

async function setStatus(
  db: Db,
  { id, version, status, publishAt }: Change & { status: PostStatus; publishAt?: number },
  scope: SaveScope,
): Promise<number> {
  const [update] = await runBatch(db, [
    db
      .updateTable("posts")
      .set({ status, version: version + 1, ...(publishAt !== undefined && { publish_at: publishAt }) })
      .$if(status === "archived", (query) =>
        query.set({ updated_at: now(), publish_at: sql`CASE WHEN publish_at <= ${now()} THEN publish_at END` }),
      )
      .where("id", "=", id)
      .where("version", "=", version),
    // Until its publication time the address may redirect to an article that had it before.
    db.deleteFrom("redirects").where("from_path", "=", (query) =>
      query
        .selectFrom("posts")
        .select(sql<string>`'/insights/' || slug`.as("path"))
        .where("id", "=", id)
        .where("status", "<>", "draft")
        .where("publish_at", "<=", now())
        .$asScalar(),
    ),
  ]);
  if (update?.meta.changes !== 1)
    throw new ConflictError("Somebody else has changed this article since you opened it.");
  await purgePost(scope, id);
  return version + 1;
}
