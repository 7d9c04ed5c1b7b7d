import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "../db/client.ts";
import type { InsightId, TagId } from "../db/insights-tables.ts";
import { countPage, listDirections, type PageOrder, readPage, selectPage, type SortColumn } from "../db/list-page.ts";
import { nameFigure, selectDeskFigures } from "./count-for-staff.ts";
import {
  anything,
  filterInsights,
  type OrderIndex,
  selectStanding,
  type StaffInsightFilter,
} from "./filter-for-staff.ts";
import { countMissingCovers } from "./covers/missing-covers.ts";
import { describeFailingAnnouncements } from "./announcements.ts";
import { describeFailingPurges } from "./purges.ts";
import { readFailing } from "./retries.ts";

export const insightsPerStaffPage = 25;

/** How far back views are counted, in days. */
const viewedDays = 30;

/** What the list can be sorted by. */
export const insightSorts = {
  title: { value: sql<string>`insights.title collate nocase`, kind: "text", index: "insights_by_title" },
  updated: { value: sql<number>`insights.edited_at`, kind: "number", index: "insights_by_edit" },
  publication: {
    value: sql<number>`coalesce(insights.publish_at, 0)`,
    kind: "number",
    index: "insights_by_publication",
  },
} as const satisfies Record<string, SortColumn & { index: OrderIndex }>;

interface AskedPosts {
  filter: StaffInsightFilter;
  sort: { by: keyof typeof insightSorts; direction: "asc" | "desc" };
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
  now: number;
}

/** An article as the list of its writers shows it. */
export type StaffInsight = Awaited<ReturnType<typeof listForStaff>>["rows"][number];

/**
 * One page of articles with its figures, what they can be filtered by, and what the reader keeps about the list: four
 * queries in one round trip.
 */
export async function listForStaff(db: Db, { filter, sort, cursor, reader, list, now }: AskedPosts) {
  const order = orderInsights(sort, cursor);
  const listed = selectInsights(db, { filter, order, now });
  const figures = countStaffInsights(db, { filter, order, reader, now });
  const known = selectKnownTopics(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [listed, figures, known, settings]);
  const { total, beyond, purges, announcements, undrawn, ...counts } = readRow(figures, results[1]);
  const page = readPage(readRows(listed, results[0]), { total, beyond }, { cursor, size: insightsPerStaffPage });
  return {
    ...page,
    rows: page.rows.map(parseLists),
    figures: counts,
    /** Purges and announcements that keep failing; null while there are none. */
    failingPurges: readFailing(purges),
    /** Articles whose cover no browser has drawn yet. */
    undrawn,
    failingAnnouncements: readFailing(announcements),
    known: readKnownTopics(readRow(known, results[2])),
    settings: readSettings(readRow(settings, results[3])),
  };
}

function parseLists<Row extends { authors: string; tags: string }>({ authors, tags, ...row }: Row) {
  return {
    ...row,
    authors: JSON.parse(authors) as string[],
    tags: JSON.parse(tags) as { id: TagId; name: string }[],
  };
}

/** The order `sort` of articles, from `cursor` on. */
export function orderInsights({ by, direction }: AskedPosts["sort"], cursor: ListCursor | null): InsightOrder {
  return { column: insightSorts[by], direction, id: "insights.id", cursor };
}

type InsightOrder = PageOrder & { column: (typeof insightSorts)[keyof typeof insightSorts] };

interface Selected {
  filter: StaffInsightFilter;
  order: InsightOrder;
  now: number;
}

/** The query of one page of articles: their ids first, from an index, then the rows of these few. */
export function selectInsights(db: Db, { filter, order, now }: Selected) {
  const since = Math.floor(now / day) * day - (viewedDays - 1) * day;
  const authors = sql<string>`(SELECT json_group_array(name ORDER BY position)
    FROM insight_authors CROSS JOIN authors ON authors.id = author_id WHERE insight_id = insights.id)`;
  const tags = sql<string>`(SELECT json_group_array(json_object('id', tags.id, 'name', name) ORDER BY name)
    FROM insight_tags CROSS JOIN tags ON tags.id = tag_id WHERE insight_id = insights.id)`;
  // Of days that are over: each is one row of the figures. A day that is to be computed anew counts as it was.
  const views = sql<number>`(WITH RECURSIVE days(day) AS (
      SELECT min(day) FROM daily_figures WHERE day >= ${since}
      UNION ALL SELECT (SELECT min(day) FROM daily_figures WHERE day > days.day) FROM days WHERE days.day IS NOT NULL
    ) SELECT coalesce(sum(daily_figures.hits), 0) FROM days
    CROSS JOIN daily_figures ON daily_figures.day = days.day AND daily_figures.dimension = 'page'
      AND daily_figures.value = (
        SELECT word.id FROM dimension_values AS word
        WHERE word.dimension = 'path' AND word.value = '/insights/' || insights.slug
      ))`;
  const page = selectPage(
    filterInsights(db, filter, now, order.column.index).select("insights.id"),
    order,
    insightsPerStaffPage,
  );
  const [byValue, byId] = listDirections(order);
  return db
    .selectFrom(page.as("page"))
    .crossJoin("insights")
    .crossJoin("categories")
    .leftJoin("accounts as editor", "editor.id", "insights.edited_by")
    .whereRef("insights.id", "=", "page.id")
    .whereRef("categories.id", "=", "insights.category_id")
    .orderBy(order.column.value, byValue)
    .orderBy("insights.id", byId)
    .select([
      "insights.id",
      "insights.slug",
      "insights.title",
      "insights.status",
      "insights.version",
      "insights.publish_at",
      "insights.unpublish_at",
      "insights.trashed_at",
      "insights.edited_at",
      "insights.edited_version",
      "insights.shown_version",
      sql<0 | 1>`insights.cover IS NOT NULL AND insights.share_image IS NULL`.as("is_undrawn"),
      "categories.name as category",
      "editor.name as editor_name",
      "editor.email as editor_email",
      selectStanding(now).as("standing"),
      authors.as("authors"),
      tags.as("tags"),
      views.as("views"),
      order.column.value.as("sort_value"),
    ]);
}

/**
 * The query of every number on the page: of the list itself, and of each view. What a view counts is cached; other filters,
 * and how many articles stand before a later page, are counted in an index.
 */
export function countStaffInsights(db: Db, { filter, order, reader, now }: Selected & { reader: AccountId }) {
  const figure = order.cursor ? null : nameFigure(filter, reader);
  const figures = selectDeskFigures({ reader, now });
  const counted = figure
    ? sql<{ total: number; beyond: number }>`(SELECT NULL AS total, NULL AS beyond)`
    : countPage(filterInsights(db, filter, now), order);
  const total = (column: "total" | "beyond") =>
    figure ? sql<number>`counted_views.${sql.ref(figure)}` : sql<number>`counted.${sql.ref(column)}`;
  return db
    .selectFrom([counted.as("counted"), figures.as("counted_views")])
    .selectAll("counted_views")
    .select([total("total").as("total"), total("beyond").as("beyond"), describeFailingPurges(db).as("purges")])
    .select([describeFailingAnnouncements(db).as("announcements"), countMissingCovers().as("undrawn")]);
}

/** Of each kind, the most that a filter offers. */
const mostOffered = 200;

function listNames(table: "authors" | "categories" | "tags"): RawBuilder<string> {
  return sql`(SELECT json_group_array(json_object('id', id, 'name', name))
    FROM (SELECT id, name FROM ${sql.table(table)} ORDER BY name COLLATE NOCASE LIMIT ${mostOffered}))`;
}

/** What articles can be filtered by and given: authors, categories and tags, by name; JSON in one row. */
function selectKnownTopics(db: Db) {
  return db.selectNoFrom([
    listNames("authors").as("authors"),
    listNames("categories").as("categories"),
    listNames("tags").as("tags"),
  ]);
}

interface KnownTopic {
  id: string;
  name: string;
}

function readKnownTopics(row: { authors: string; categories: string; tags: string }) {
  const [authors = [], categories = [], tags = []] = [row.authors, row.categories, row.tags].map(
    (json) => JSON.parse(json) as KnownTopic[],
  );
  return { authors, categories, tags };
}

export type HeldInsight = Awaited<ReturnType<typeof readHeldInsights>>[number];

/** The present state of these articles, from which a change of several starts; those that are gone are left out. */
export async function readHeldInsights(db: Db, ids: readonly InsightId[]) {
  return db
    .selectFrom("insights")
    .select([
      "id",
      "title",
      "status",
      "version",
      "publish_at",
      "unpublish_at",
      "trashed_at",
      "edited_version",
      "shown_version",
      sql<string>`(SELECT json_group_array(tag_id) FROM insight_tags WHERE insight_id = insights.id)`.as("tags"),
    ])
    .where("id", "in", ids)
    .execute();
}

/** The articles that hold `words`, those first that were saved last. */
export function findStaffInsights(db: Db, { words, limit, now }: { words: string; limit: number; now: number }) {
  return filterInsights(db, { ...anything, words }, now)
    .select(["insights.id", "insights.slug", "insights.title", selectStanding(now).as("standing")])
    .orderBy("insights.edited_at", "desc")
    .limit(limit)
    .execute();
}
