import { sql } from "kysely";
import { openDb, runBatch } from "../db/client.ts";
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
  scope: SaveScope,
  { id, version, publishAt }: Change & { publishAt: number },
): Promise<number> {
  const post = await openDb(scope.env.DB)
    .selectFrom("posts")
    .select(["cover_wide", "cover_alt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (post) requireCoverAlt(post.cover_wide, post.cover_alt);
  return setStatus(scope, { id, version, status: "published", publishAt });
}

/**
 * Takes an article off the site; it keeps its address, its text and, if that time had come, since when it was public:
 * readers are told that it was withdrawn. Returns the new version.
 */
export async function archivePost(scope: SaveScope, { id, version }: Change): Promise<number> {
  return setStatus(scope, { id, version, status: "archived" });
}

async function setStatus(
  scope: SaveScope,
  { id, version, status, publishAt }: Change & { status: PostStatus; publishAt?: number },
): Promise<number> {
  const { DB } = scope.env;
  const db = openDb(DB);
  const [update] = await runBatch(DB, [
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
