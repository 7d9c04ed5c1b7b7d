import { type RawBuilder, sql } from "kysely";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { allInsights, countInsights } from "./count-insights.ts";
import {
  cardColumns,
  type CardRow,
  isUnended,
  type InsightCard,
  insightsPerPage,
  selectLead,
  selectNextChange,
  selectPublic,
  toCard,
} from "./insight-cards.ts";

export interface Topic {
  slug: string;
  name: string;
  description: string;
  /** Also of this author. */
  author?: ShownAuthor;
}

/** What the page of an author shows of them beside their name and bio. */
interface ShownAuthor {
  role: string;
  /** Address of the photograph; null without one. */
  photo: string | null;
  links: { name: string; url: string }[];
}

/** What a listing is narrowed to. */
export type Filter =
  | { kind: "all" }
  | { kind: "category"; slug: string }
  | { kind: "tag"; slug: string }
  | { kind: "author"; slug: string }
  /** Those that a search has found, the best first. */
  | { kind: "found"; ids: readonly InsightId[] };

export interface Listing {
  /** The article that stands above the others, on the first page of all articles. */
  lead: InsightCard | null;
  posts: InsightCard[];
  /** Of all pages, without the lead; of what was found those that were asked for and are public. */
  total: number;
  /** Categories that have articles, by name. */
  categories: Topic[];
  /** The category, tag or author that was asked for; null when there is none such, or none was asked for. */
  topic: Topic | null;
  /** Where the topic that was asked for is now, if it has moved: a path. */
  movedTo: string | null;
  /** When the next article appears or ends, epoch milliseconds; null if none is planned. */
  changesAt: number | null;
}

interface Facts {
  total: number;
  changes_at: number | null;
  categories: string;
  topic: string | null;
  moved_to: string | null;
}

/**
 * One page (from 1) of published articles, newest first or as they were found, and what stands around them. Two queries,
 * which read no more rows where there are more articles.
 */
export async function listInsights(
  db: Db,
  { filter, page, now }: { filter: Filter; page: number; now: number },
): Promise<Listing> {
  const at = { page, now };
  const query = filter.kind === "found" ? selectFound(db, filter.ids, now) : selectPage(db, filter, at);
  const [cards, facts] = await runBatch(db, [query, selectFacts(db, filter, now)]);
  const rows = (cards?.results ?? []) as (CardRow & { is_lead: 0 | 1 })[];
  const known = firstRow<Facts>(facts);
  const lead = rows.find(({ is_lead }) => is_lead === 1);
  const leads = filter.kind === "all" ? 1 : 0;
  return {
    lead: lead ? toCard(lead) : null,
    posts: rows.filter((row) => row !== lead).map(toCard),
    total: filter.kind === "found" ? rows.length : Math.max(0, (known?.total ?? 0) - leads),
    categories: JSON.parse(known?.categories ?? "[]") as Topic[],
    topic: known?.topic ? (JSON.parse(known.topic) as Topic) : null,
    movedTo: known?.moved_to ?? null,
    changesAt: known?.changes_at ?? null,
  };
}

type Plain = Exclude<Filter, { kind: "found" }>;

/** In the order of `ids`. What is not public now is left out, whoever has found it. */
function selectFound(db: Db, ids: readonly InsightId[], now: number) {
  const found = sql<{
    place: number;
    id: InsightId;
  }>`(SELECT key AS place, value AS id FROM json_each(${JSON.stringify(ids)}))`;
  return (
    db
      .selectFrom(found.as("found"))
      .crossJoin("insights")
      .crossJoin("categories")
      .whereRef("insights.id", "=", "found.id")
      .whereRef("categories.id", "=", "insights.category_id")
      // By its id: the signs keep SQLite from walking through all that is public, once for each.
      .where(sql<boolean>`+insights.status = 'published' AND +insights.publish_at <= ${now}`)
      .where(isUnended(sql.ref("insights.unpublish_at"), now))
      .select([...cardColumns, sql<0>`0`.as("is_lead")])
      .orderBy("found.place")
  );
}

/** Reads the ids first, from an index and only up to the page, then the other columns of these few rows. */
function selectPage(db: Db, filter: Plain, { page, now }: { page: number; now: number }) {
  const lead = selectLead(db, now);
  const ids = db
    .selectFrom("insight_lists")
    .select("insight_lists.insight_id as id")
    .where("list", "=", nameList(filter))
    .where("insight_lists.publish_at", "<=", now)
    .where(isUnended(sql.ref("insight_lists.unpublish_at"), now))
    .$if(filter.kind === "all", (query) => query.where("insight_id", "<>", lead))
    .orderBy("insight_lists.publish_at", "desc")
    .orderBy("insight_id", "desc")
    .limit(insightsPerPage)
    .offset((page - 1) * insightsPerPage);
  const hasLead = filter.kind === "all" && page === 1;
  const isLead = hasLead ? sql<0 | 1>`insights.id = ${lead}` : sql<0 | 1>`0`;
  return db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .select([...cardColumns, isLead.as("is_lead")])
    .where("insights.id", "in", hasLead ? sql<InsightId>`(SELECT id FROM (${ids}) UNION ALL SELECT ${lead})` : ids)
    .orderBy("insights.publish_at", "desc")
    .orderBy("insights.id", "desc");
}

const topicTables = { category: "categories", tag: "tags", author: "authors" } as const;

/** The list of `insight_lists` that shows what `filter` leaves; null for an unknown topic. */
function nameList(filter: Plain): RawBuilder<string> {
  if (filter.kind === "all") return allInsights;
  return sql`(SELECT id FROM ${sql.table(topicTables[filter.kind])} WHERE slug = ${filter.slug})`;
}

/** One row: how many there are, the categories, the topic asked for, and when all this changes by itself. */
function selectFacts(db: Db, filter: Filter, now: number) {
  const total = filter.kind === "found" ? sql<number>`0` : countInsights(db, { list: nameList(filter), now });
  const next = selectNextChange(db, now);
  const inUse = selectPublic(db, now)
    .select("insights.id")
    .where(sql<boolean>`insights.category_id = categories.id`);
  const categories = db
    .selectFrom("categories")
    .where(({ exists }) => exists(inUse))
    .select(sql<string>`json_group_array(${describeTopic.category} ORDER BY name)`.as("categories"));
  const isTopic = filter.kind !== "all" && filter.kind !== "found";
  const topic = isTopic
    ? sql<string | null>`(SELECT ${describeTopic[filter.kind]} FROM ${sql.table(topicTables[filter.kind])}
        WHERE slug = ${filter.slug})`
    : sql<string | null>`NULL`;
  const movedTo = isTopic
    ? db.selectFrom("redirects").select("to_path").where("from_path", "=", `/insights/${filter.kind}/${filter.slug}`)
    : sql<string | null>`NULL`;
  return db.selectNoFrom(() => [
    sql<number>`(${total})`.as("total"),
    sql<number | null>`(${next})`.as("changes_at"),
    sql<string>`(${categories})`.as("categories"),
    sql<string | null>`${topic}`.as("topic"),
    sql<string | null>`(${movedTo})`.as("moved_to"),
  ]);
}

const describeTopic = {
  category: sql`json_object('slug', slug, 'name', name, 'description', description)`,
  tag: sql`json_object('slug', slug, 'name', name, 'description', '')`,
  author: sql`json_object('slug', slug, 'name', name, 'description', bio, 'author',
    json_object('role', role, 'photo', '/media/' || photo, 'links', json(links)))`,
};
