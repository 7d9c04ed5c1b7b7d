import type { PostId } from "../db/insights-tables.ts";
import { purgeTags } from "../lib/purge.ts";
import type { RequestScope } from "../lib/scope.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Purges the cached pages that show the article. If the purge fails the change still stands: the caches expire by
 * themselves.
 */
export async function purgePost({ ctx, log }: SaveScope, id: PostId): Promise<void> {
  await purgeTags(ctx, [`post:${id}`, "insights"]).catch((error: unknown) => log.error("purge failed", error, { id }));
}
