import { purgeTags } from "../lib/purge.ts";
import type { RequestScope } from "../lib/scope.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Purges every cached page of articles: there is one more, one less, or their order or their addresses have changed. If
 * the purge fails the change still stands: the caches expire by themselves.
 */
export function purgePosts(scope: SaveScope): Promise<void> {
  return purge(scope, ["insights"]);
}

/** Purges the cached pages that show the article at `slug`, and those that any text may change: searches, the sitemap. */
export function purgePost(scope: SaveScope, slug: string): Promise<void> {
  return purge(scope, [`post:${slug}`, "insights-edits"]);
}

async function purge({ ctx, log }: SaveScope, tags: string[]): Promise<void> {
  await purgeTags(ctx, tags).catch((error: unknown) => log.error("purge failed", error, { tags }));
}
