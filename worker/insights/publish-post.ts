import { openDb } from "../db/client.ts";
import type { PostId, PostStatus } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, InvalidInputError } from "../lib/errors.ts";
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
  if (post?.cover_wide && post.cover_alt === null)
    throw new InvalidInputError({ coverAlt: ["Describe the cover, or mark it as decorative."] });
  return setStatus(scope, { id, version, status: "published", publishAt });
}

/** Takes an article off the site; it keeps its address and its text. Returns the new version. */
export async function archivePost(scope: SaveScope, { id, version }: Change): Promise<number> {
  return setStatus(scope, { id, version, status: "archived" });
}

async function setStatus(
  scope: SaveScope,
  { id, version, status, publishAt }: Change & { status: PostStatus; publishAt?: number },
): Promise<number> {
  const { numUpdatedRows } = await openDb(scope.env.DB)
    .updateTable("posts")
    .set({ status, version: version + 1, ...(publishAt !== undefined && { publish_at: publishAt }) })
    .$if(status === "archived", (query) => query.set({ updated_at: now() }))
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new ConflictError("Somebody else has changed this article since you opened it.");
  await purgePost(scope, id);
  return version + 1;
}
