import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import type { Database } from "../db/tables.ts";

/** Articles per page of a listing, not counting the lead article. */
export const postsPerPage = 9;

/** What a listing shows of an article. */
export interface PostCard {
  slug: string;
  title: string;
  dek: string;
  category: { slug: string; name: string };
  /** Epoch milliseconds. */
  publishedAt: number;
  minutes: number;
  /** Addresses of the cover's drawings, 1440 x 520 and 640 x 480; null without a cover. */
  cover: { wide: string; card: string; alt: string } | null;
}

export interface CardRow {
  slug: string;
  title: string;
  dek: string;
  category_slug: string;
  category_name: string;
  publish_at: number | null;
  minutes: number;
  cover_wide: string | null;
  cover_card: string | null;
  cover_alt: string | null;
}

export const cardColumns = [
  "posts.slug",
  "posts.title",
  "posts.dek",
  "categories.slug as category_slug",
  "categories.name as category_name",
  "posts.publish_at",
  "posts.minutes",
  "posts.cover_wide",
  "posts.cover_card",
  "posts.cover_alt",
] as const;

/** The condition of every public query: published, and its time has come. */
export function isPublic(query: ExpressionBuilder<Database, "posts">, now: number) {
  return query.and([query("posts.status", "=", "published"), query("posts.publish_at", "<=", now)]);
}

/** All published articles; narrow it before use. */
export function selectPublic(db: Db, now: number) {
  return db.selectFrom("posts").where((query) => isPublic(query, now));
}

/** When the next scheduled article appears (epoch milliseconds), as a scalar; null when none is planned. */
export function selectNextPublication(db: Db, now: number) {
  return db
    .selectFrom("posts")
    .select("posts.publish_at")
    .where("posts.status", "=", "published")
    .where("posts.publish_at", ">", now)
    .orderBy("posts.publish_at")
    .limit(1);
}

/** The same as a query of its own, for a list without a row that could tell. */
export async function readNextPublication(db: Db, now: number): Promise<number | null> {
  const next = await selectNextPublication(db, now).executeTakeFirst();
  return next?.publish_at ?? null;
}

/** The newest featured article, or else the newest of all, as a scalar. Each half reads one entry of an index. */
export function selectLead(db: Db, now: number) {
  const newest = selectPublic(db, now).select("posts.id").orderBy("posts.publish_at", "desc").limit(1);
  return sql<PostId>`coalesce(${newest.where("posts.featured", "=", sql.lit(1))}, ${newest})`;
}

export function toCard(row: CardRow): PostCard {
  const { cover_wide: wide, cover_card: card } = row;
  return {
    slug: row.slug,
    title: row.title,
    dek: row.dek,
    category: { slug: row.category_slug, name: row.category_name },
    publishedAt: row.publish_at ?? 0,
    minutes: row.minutes,
    cover: wide && card ? { wide: `/media/${wide}`, card: `/media/${card}`, alt: row.cover_alt ?? "" } : null,
  };
}
