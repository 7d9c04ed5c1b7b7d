import type { Db } from "#worker/db/client.ts";
import type { CategoryId, InsightStatus } from "#worker/db/insights-tables.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { InsightDraft } from "./insight-draft.ts";
import { planPurge, type PlannedPurge } from "./purges.ts";

export type SaveScope = Pick<RequestScope, "ctx" | "log" | "requestId">;

/**
 * A purge of every cached page of articles: there is one more, one less, or their order or their addresses have changed.
 */
export function planPurgeOfAll(db: Db): PlannedPurge {
  return planPurge(db, ["insights"]);
}

/** The purges at the times (epoch milliseconds) when an article appears and ends, if they lie ahead. */
export function planLaterPurges(db: Db, times: readonly (number | null)[], now: number) {
  return times.flatMap((at) => (at !== null && at > now ? [planPurge(db, ["insights"], at).query] : []));
}

/** An article as pages showed it. */
interface Shown {
  slug: string;
  status: InsightStatus;
  category_id: CategoryId;
  featured: 0 | 1;
  /** Feeds leave out what search engines are to leave out. */
  noindex: 0 | 1;
  /** JSON: ids, sorted. */
  tags: string;
  /** JSON: ids, in the order of the byline. */
  authors: string;
}

/**
 * The purge of what showed an article that shows `draft` from now on: the pages with it and those that any text may
 * change (searches, the sitemap), or all of articles when its place in lists or its address has changed. Null for a
 * draft, which nothing public shows.
 */
export function planPurgeOfChange(db: Db, before: Shown, draft: InsightDraft): PlannedPurge | null {
  if (before.status === "draft") return null;
  const isElsewhere =
    before.slug !== draft.slug ||
    before.category_id !== draft.categoryId ||
    (before.featured === 1) !== draft.featured ||
    (before.noindex === 1) !== draft.noindex ||
    before.tags !== JSON.stringify(draft.tagIds.toSorted()) ||
    before.authors !== JSON.stringify(draft.authorIds);
  return isElsewhere ? planPurgeOfAll(db) : planPurge(db, [`post:${before.slug}`, "insights-edits"]);
}
