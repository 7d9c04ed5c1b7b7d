import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { setStatus } from "./publish-insight.ts";
import type { SaveScope } from "./purge-insight.ts";

/** Articles that one run archives at most. */
const mostEnded = 50;

/**
 * Archives the articles whose end has come, so that the lists hold few that nobody sees. Nothing waits for it: whoever
 * reads leaves them out (`isUnended`). Their end stays noted.
 */
export async function endInsights(db: Db, scope: SaveScope): Promise<{ ended: number }> {
  const due = await db
    .selectFrom("insights")
    .select(["id", "version", "publish_at", "unpublish_at"])
    .where("status", "=", "published")
    .where("unpublish_at", "<=", now())
    .orderBy("unpublish_at")
    .limit(mostEnded)
    .execute();
  let ended = 0;
  for (const { id, version, publish_at, unpublish_at } of due) {
    const set = { status: "archived", publish_at, unpublish_at, updated_at: unpublish_at ?? now() } as const;
    const change = {
      id,
      version,
      actor: null,
      set,
      where: sql<boolean>`status = 'published' and unpublish_at <= ${now()}`,
      audit: { action: "post.ended" as const },
    };
    try {
      await setStatus(db, change, scope);
      ended += 1;
    } catch (error) {
      // Somebody changed it meanwhile: the next run looks again.
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  return { ended };
}
