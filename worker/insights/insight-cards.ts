import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import type { Database } from "#worker/db/tables.ts";

/** Articles per page of a listing, not counting the lead article. */
export const insightsPerPage = 9;

/** What a listing shows of an article. */
export interface InsightCard {
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
  "insights.slug",
  "insights.title",
  "insights.dek",
  "categories.slug as category_slug",
  "categories.name as category_name",
  "insights.publish_at",
  "insights.minutes",
  "insights.cover_wide",
  "insights.cover_card",
  "insights.cover_alt",
] as const;

/** The condition of every public query: published, its time has come, and its end has not. */
export function isPublic(query: ExpressionBuilder<Database, "insights">, now: number) {
  return query.and([
    query("insights.status", "=", "published"),
    query("insights.publish_at", "<=", now),
    isUnended(sql.ref("insights.unpublish_at"), now),
  ]);
}

/** True of what does not end, or ends later; `unpublishAt` is a column. */
export function isUnended(unpublishAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  return sql<boolean>`(${unpublishAt} IS NULL OR ${unpublishAt} > ${now})`;
}

/** All published articles; narrow it before use. */
export function selectPublic(db: Db, now: number) {
  return db.selectFrom("insights").where((query) => isPublic(query, now));
}

/** When the next article appears or ends (epoch milliseconds), as a scalar; null when none is planned. */
export function selectNextChange(db: Db, now: number): RawBuilder<number | null> {
  const next = (column: "publish_at" | "unpublish_at") =>
    db
      .selectFrom("insights")
      .select(`insights.${column} as at`)
      .where("insights.status", "=", "published")
      .where(`insights.${column}`, ">", now)
      .orderBy(`insights.${column}`)
      .limit(1);
  return sql`(SELECT min(at) FROM (SELECT ${next("publish_at")} AS at UNION ALL SELECT ${next("unpublish_at")}))`;
}

/** The same as a query of its own, for a list without a row that could tell. */
export async function readNextChange(db: Db, now: number): Promise<number | null> {
  const { at } = await db.selectNoFrom(selectNextChange(db, now).as("at")).executeTakeFirstOrThrow();
  return at;
}

/** The newest featured article, or else the newest of all, as a scalar. Each half reads one entry of an index. */
export function selectLead(db: Db, now: number) {
  const newest = selectPublic(db, now).select("insights.id").orderBy("insights.publish_at", "desc").limit(1);
  return sql<InsightId>`coalesce(${newest.where("insights.featured", "=", sql.lit(1))}, ${newest})`;
}

export function toCard(row: CardRow): InsightCard {
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
