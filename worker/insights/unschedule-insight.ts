import { sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { setStatus } from "./publish-insight.ts";
import type { SaveScope } from "./purge-insight.ts";

/**
 * Makes a scheduled article a draft again, as long as its time has not come: no reader has seen it. Returns the new
 * version.
 * @throws {ConflictError} when somebody else has changed it since, or readers see it already
 * @throws {NotFoundError} when it is gone
 */
export async function unscheduleInsight(
  db: Db,
  { id, version, actor }: { id: InsightId; version: number; actor: AccountId | null },
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
