import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Standing } from "#shared/insights/insight-standing.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { AuthorId, CategoryId, InsightId, TagId } from "../db/insights-tables.ts";
import type { Database } from "../db/tables.ts";
import { lacksPictures } from "./covers/lacks-pictures.ts";

/** Which articles are asked for; null for any. Those in the trash only by that standing. */
export interface StaffInsightFilter {
  standing: Standing | null;
  author: AuthorId | null;
  category: CategoryId | null;
  tag: TagId | null;
  /** Who saved the newest revision. */
  editor: AccountId | null;
  /** Those that are scheduled and appear until then (epoch milliseconds); absent or null for any. */
  appearsUntil?: number | null;
  /** Those that ended by themselves since then (epoch milliseconds); absent or null for any. */
  endedSince?: number | null;
  /** Only those whose cover no browser has drawn yet. */
  isUndrawn?: boolean;
  /** What the title must contain, or words that must be in title, standfirst or tags; "" for anything. */
  words: string;
  /**
   * The words may also stand in the text. These are the articles of which the search of the site says so; the others, which it does not
   * have, are read: those that are not public, are hidden from search engines, or have changes that are not. Absent: not in texts.
   */
  inTexts?: readonly InsightId[];
}

/** Asks for all but the trash. */
export const anything: StaffInsightFilter = {
  standing: null,
  author: null,
  category: null,
  tag: null,
  editor: null,
  words: "",
};

/** How an article stands, by the one word that says most. */
export function selectStanding(now: number): RawBuilder<Standing> {
  return sql<Standing>`CASE
    WHEN insights.trashed_at IS NOT NULL THEN 'trash'
    WHEN insights.status = 'draft' THEN 'draft'
    WHEN insights.status = 'archived' OR insights.unpublish_at <= ${now} THEN 'archived'
    WHEN insights.publish_at > ${now} THEN 'scheduled'
    WHEN insights.edited_version <> insights.shown_version THEN 'changes'
    WHEN insights.unpublish_at IS NOT NULL THEN 'ending'
    ELSE 'published' END`;
}

/** What must hold of the row for each standing that can be asked for. They overlap: what ends may have changes, too. */
function isOfStanding(asked: Standing, now: number): RawBuilder<boolean> {
  const isThere = sql`insights.trashed_at IS NULL AND`;
  const isSeen = sql`insights.trashed_at IS NULL AND insights.status = 'published' AND insights.publish_at <= ${now}
    AND (insights.unpublish_at IS NULL OR insights.unpublish_at > ${now})`;
  const conditions: Record<Standing, RawBuilder<unknown>> = {
    trash: sql`insights.trashed_at IS NOT NULL`,
    draft: sql`${isThere} insights.status = 'draft'`,
    scheduled: sql`${isThere} insights.status = 'published' AND insights.publish_at > ${now}`,
    published: isSeen,
    changes: sql`${isSeen} AND insights.edited_version <> insights.shown_version`,
    ending: sql`${isSeen} AND insights.unpublish_at IS NOT NULL`,
    archived: sql`${isThere} (insights.status = 'archived' OR (insights.status = 'published' AND insights.unpublish_at <= ${now}))`,
  };
  return sql<boolean>`(${conditions[asked]})`;
}

/** More words than this add work, and hardly ever precision. */
const mostWords = 8;

/** An index for each order of the list. It has all that a filter asks for, so that no row is read for it. */
export type OrderIndex = "insights_by_edit" | "insights_by_title" | "insights_by_publication";

/** The index that has few rows beside those of `filter`, or else that of the order. */
function chooseIndex(filter: StaffInsightFilter, order: OrderIndex): string {
  const { standing, author, tag, editor, appearsUntil = null, endedSince = null, isUndrawn = false } = filter;
  if (appearsUntil !== null) return "insights_by_time";
  if (endedSince !== null) return "insights_by_end";
  if (isUndrawn) return "insights_lacking_share_image";
  if (author !== null || tag !== null) return "insights_by_id";
  return editor !== null && standing === "draft" ? "insights_drafts_by_editor" : order;
}

/**
 * The articles of `filter`, without order or columns. They are looked for along the index `order`, or where few can be
 * meant, such as those of an author, by their ids. SQLite would read and sort all rows instead, as it has no statistics.
 */
export function filterInsights(
  db: Db,
  filter: StaffInsightFilter,
  now: number,
  order: OrderIndex = "insights_by_edit",
) {
  const { standing: asked, author, category, tag, editor, words } = filter;
  const { appearsUntil = null, endedSince = null, isUndrawn = false, inTexts } = filter;
  const index = chooseIndex(filter, order);
  return db
    .selectFrom(
      sql<Selectable<Database["insights"]>>`insights`.as<"insights">(sql`insights INDEXED BY ${sql.ref(index)}`),
    )
    .where(asked === null ? sql<boolean>`insights.trashed_at IS NULL` : isOfStanding(asked, now))
    .$if(author !== null, (query) =>
      query.where(
        "insights.id",
        "in",
        db
          .selectFrom("insight_authors")
          .select("insight_id")
          .where("author_id", "=", author as AuthorId),
      ),
    )
    .$if(category !== null, (query) => query.where("insights.category_id", "=", category as CategoryId))
    .$if(tag !== null, (query) =>
      query.where(
        "insights.id",
        "in",
        db
          .selectFrom("insight_tags")
          .select("insight_id")
          .where("tag_id", "=", tag as TagId),
      ),
    )
    .$if(editor !== null, (query) => query.where("insights.edited_by", "=", editor))
    .$if(appearsUntil !== null, (query) =>
      query
        .where("insights.status", "=", "published")
        .where("insights.publish_at", ">", now)
        .where("insights.publish_at", "<=", appearsUntil),
    )
    .$if(endedSince !== null, (query) =>
      query
        .where("insights.status", "in", ["published", "archived"])
        .where("insights.unpublish_at", "<=", now)
        .where("insights.unpublish_at", ">", endedSince),
    )
    .$if(isUndrawn, (query) => query.where(lacksPictures()))
    .$if(words !== "", (query) =>
      query.where(
        sql<boolean>`(instr(lower(insights.title), lower(${words})) > 0 OR ${hasWords(words)}${inTexts ? hasInText(words, inTexts, now) : sql``})`,
      ),
    );
}

/**
 * True of an article that has each of `words`, or what begins or ends with it, in title, standfirst or the name of a tag.
 * Capitals make no difference, accents do. All titles and standfirsts are read, from an index that has nothing else.
 */
function hasWords(words: string): RawBuilder<boolean> {
  const sought = listWords(words);
  if (sought.length === 0) return sql`FALSE`;
  const held = sought.map(
    (word) => sql`(instr(lower(texts.title || ' ' || texts.dek), lower(${word})) > 0 OR texts.id IN (
      SELECT insight_id FROM tags CROSS JOIN insight_tags ON tag_id = tags.id WHERE instr(lower(tags.name), lower(${word})) > 0))`,
  );
  return sql`insights.id IN (SELECT texts.id FROM insights AS texts INDEXED BY insights_by_words WHERE ${sql.join(held, sql` AND `)})`;
}

function listWords(words: string): string[] {
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords);
}

/** Texts that the search of the site does not have are read up to this number, those first that were saved last. */
const mostTextsRead = 1000;

/** Or true of an article that has each of `words` in its text: see `inTexts`. */
function hasInText(words: string, found: readonly InsightId[], now: number): RawBuilder<unknown> {
  const text = sql`lower(concat_ws(' ', content ->> '$.title', content ->> '$.dek', content ->> '$.markdown'))`;
  const held = listWords(words).map((word) => sql`instr(${text}, lower(${word})) > 0`);
  if (held.length === 0) return sql``;
  const isFound = sql`status = 'published' AND publish_at <= ${now} AND (unpublish_at IS NULL OR unpublish_at > ${now})
    AND edited_version = shown_version`;
  return sql` OR insights.id IN (SELECT value FROM json_each(${JSON.stringify(found)})) OR insights.id IN (
    SELECT unseen.id FROM (
      SELECT id, edited_version FROM (SELECT id, edited_version FROM insights INDEXED BY insights_by_edit WHERE NOT (${isFound})
        ORDER BY edited_at DESC LIMIT ${sql.lit(mostTextsRead)})
      UNION SELECT id, edited_version FROM insights INDEXED BY insights_unlisted WHERE noindex = 1) AS unseen
    CROSS JOIN insight_revisions ON insight_id = unseen.id AND insight_revisions.version = unseen.edited_version
    WHERE ${sql.join(held, sql` AND `)})`;
}
