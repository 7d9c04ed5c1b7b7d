import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { isPublic, readNextPublication, selectNextPublication } from "./post-cards.ts";

/** An address of this site and when what it shows last changed, epoch milliseconds. */
export interface DatedAddress {
  path: string;
  changedAt: number;
}

/**
 * Every published article, and every category and tag that has one, for the sitemap; newest first. One query. A sitemap
 * holds 50,000 addresses (sitemaps.org), so the oldest beyond that are left out. `changesAt` is when the next scheduled
 * article appears (epoch milliseconds).
 */
export async function listAddresses(
  db: Db,
  { now }: { now: number },
): Promise<{ addresses: DatedAddress[]; changesAt: number | null }> {
  const posts = db.selectFrom("posts").where((query) => isPublic(query, now));
  // An article is seen from its time on, even if it was last written before.
  const changed = sql<number>`max(posts.updated_at, posts.publish_at)`;
  const next = selectNextPublication(db, now).as("changes_at");
  const rows = await posts
    .select([sql<string>`'/insights/' || posts.slug`.as("path"), changed.as("changed_at"), next])
    .unionAll(
      posts
        .innerJoin("categories", "categories.id", "posts.category_id")
        .select([
          sql<string>`'/insights/category/' || categories.slug`.as("path"),
          sql<number>`max(${changed})`.as("changed_at"),
          next,
        ])
        .groupBy("categories.id"),
    )
    .unionAll(
      posts
        .innerJoin("post_tags", "post_tags.post_id", "posts.id")
        .innerJoin("tags", "tags.id", "post_tags.tag_id")
        .select([
          sql<string>`'/insights/tag/' || tags.slug`.as("path"),
          sql<number>`max(${changed})`.as("changed_at"),
          next,
        ])
        .groupBy("tags.id"),
    )
    .orderBy("changed_at", "desc")
    .limit(49_000)
    .execute();
  const addresses = rows.map(({ path, changed_at }) => ({ path, changedAt: changed_at }));
  return { addresses, changesAt: rows[0] ? rows[0].changes_at : await readNextPublication(db, now) };
}
