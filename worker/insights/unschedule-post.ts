import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { now } from "../lib/clock.ts";
import { setStatus } from "./publish-post.ts";
import type { SaveScope } from "./purge-post.ts";

/**
 * Makes a scheduled article a draft again, as long as its time has not come: no reader has seen it. Returns the new
 * version.
 * @throws {ConflictError} when somebody else has changed it since, or readers see it already
 * @throws {NotFoundError} when it is gone
 */
export async function unschedulePost(
  db: Db,
  { id, version, actor }: { id: PostId; version: number; actor: UserId | null },
  scope: SaveScope,
): Promise<number> {
  return setStatus(
    db,
    {
      id,
      version,
      actor,
      // A draft shows its newest revision.
      where: sql<boolean>`status = 'published' and publish_at > ${now()} and edited_version = shown_version`,
      set: { status: "draft", publish_at: null, unpublish_at: null },
      audit: { action: "post.unscheduled" },
      conflict: "This article is public already, or somebody else has changed it since.",
    },
    scope,
  );
}
