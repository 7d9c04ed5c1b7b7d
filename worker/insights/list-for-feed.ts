import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import {
  cardColumns,
  type InsightCard,
  readNextChange,
  selectNextChange,
  selectPublic,
  toCard,
} from "./insight-cards.ts";

export interface FeedInsight {
  card: InsightCard;
  id: string;
  html: string;
  authors: string[];
  updatedAt: number;
  /** The picture for shared links, which every reader can draw, else its cover; null without one. */
  picture: { src: string; type: string; bytes: number } | null;
}

const newestInsights = 20;

export interface FeedInsights {
  posts: FeedInsight[];
  /** When the next article appears or ends, epoch milliseconds; null if none is planned. */
  changesAt: number | null;
}

/**
 * The newest articles with their whole text, without those that search engines are to leave out: these read feeds, too.
 * One query; two while there is no article.
 */
export async function listForFeed(db: Db, { now }: { now: number }): Promise<FeedInsights> {
  const ids = selectPublic(db, now)
    .select("insights.id")
    .where("insights.noindex", "=", 0)
    .orderBy("insights.publish_at", "desc")
    .limit(newestInsights);
  const authors = sql<string>`(SELECT json_group_array(name ORDER BY position)
    FROM insight_authors CROSS JOIN authors ON authors.id = author_id WHERE insight_id = insights.id)`;
  const next = selectNextChange(db, now);
  const rows = await db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .leftJoin("media", (join) => join.on("media.key", "=", sql<string>`coalesce(share_image, cover_wide)`))
    .select([
      ...cardColumns,
      "insights.id",
      "insights.html",
      "insights.updated_at",
      "media.key as picture",
      "media.type as picture_type",
      "media.bytes as picture_bytes",
      authors.as("authors"),
      next.as("changes_at"),
    ])
    .where("insights.id", "in", ids)
    .orderBy("insights.publish_at", "desc")
    .execute();
  const posts = rows.map((row) => ({
    card: toCard(row),
    id: row.id,
    html: row.html,
    authors: JSON.parse(row.authors) as string[],
    updatedAt: row.updated_at,
    picture:
      row.picture !== null && row.picture_type !== null
        ? { src: `/media/${row.picture}`, type: row.picture_type, bytes: row.picture_bytes ?? 0 }
        : null,
  }));
  return { posts, changesAt: rows[0] ? rows[0].changes_at : await readNextChange(db, now) };
}
