import type { CategoryId, PostStatus } from "../db/insights-tables.ts";
import { purgeTags } from "../lib/purge.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { PostDraft } from "./post-draft.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * Purges every cached page of articles: there is one more, one less, or their order or their addresses have changed. If
 * the purge fails the change still stands: the caches expire by themselves.
 */
export function purgePosts(scope: SaveScope): Promise<void> {
  return purge(scope, ["insights"]);
}

/** An article as pages showed it. */
interface Shown {
  slug: string;
  status: PostStatus;
  category_id: CategoryId;
  featured: 0 | 1;
  /** JSON: ids, sorted. */
  tags: string;
}

/**
 * Purges what showed an article that shows `draft` from now on: the pages with it and those that any text may change
 * (searches, the sitemap), or all of articles when its place in lists or its address has changed. Nothing public shows a draft.
 */
export async function purgeChanged(scope: SaveScope, before: Shown, draft: PostDraft): Promise<void> {
  if (before.status === "draft") return;
  const isElsewhere =
    before.slug !== draft.slug ||
    before.category_id !== draft.categoryId ||
    (before.featured === 1) !== draft.featured ||
    before.tags !== JSON.stringify(draft.tagIds.toSorted());
  await (isElsewhere ? purgePosts(scope) : purge(scope, [`post:${before.slug}`, "insights-edits"]));
}

/** Purges what shows the articles at `slugs`, of which nothing but a picture has changed. */
export async function purgeShown(scope: SaveScope, slugs: readonly string[]): Promise<void> {
  if (slugs.length > 0)
    await purge(
      scope,
      slugs.map((slug) => `post:${slug}`),
    );
}

async function purge({ ctx, log }: SaveScope, tags: string[]): Promise<void> {
  await purgeTags(ctx, tags).catch((error: unknown) => log.error("purge failed", error, { tags }));
}
