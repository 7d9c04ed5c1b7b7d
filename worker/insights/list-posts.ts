import { sql } from "kysely";
import { type Db, firstRow, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import {
  cardColumns,
  type CardRow,
  type PostCard,
  selectLead,
  selectNextPublication,
  selectPublic,
  toCard,
} from "./post-cards.ts";
import { parseQuery } from "./search-terms.ts";

/** Articles per page, not counting the lead article. */
export const postsPerPage = 9;

export interface Topic {
  slug: string;
  name: string;
  description: string;
}

/** What a listing is narrowed to. */
export type Filter =
  | { kind: "all" }
  | { kind: "category"; slug: string }
  | { kind: "tag"; slug: string }
  | { kind: "search"; query: string };

export interface Listing {
  /** The article that stands above the others, on the first page of all articles. */
  lead: PostCard | null;
  posts: PostCard[];
  /** Of all pages, without the lead. */
  total: number;
  /** Categories that have articles, by name. */
  categories: Topic[];
  /** The category or tag that was asked for; null when there is none such, or none was asked for. */
  topic: Topic | null;
  /** When the next scheduled article appears, epoch milliseconds; null if none is planned. */
  changesAt: number | null;
}

interface Facts {
  total: number;
  changes_at: number | null;
  categories: string;
  topic: string | null;
}

/** One page (from 1) of published articles, newest first or best match first, and what stands around them. Two queries. */
export async function listPosts(
  db: Db,
  { filter, page, now }: { filter: Filter; page: number; now: number },
): Promise<Listing> {
  const at = { page, now };
  const query = filter.kind === "search" ? selectFound(db, parseQuery(filter.query), at) : selectPage(db, filter, at);
  const [cards, facts] = await runBatch(db, [query, selectFacts(db, filter, now)]);
  const rows = (cards?.results ?? []) as (CardRow & { is_lead: 0 | 1; found?: number })[];
  const known = firstRow<Facts>(facts);
  const lead = rows.find(({ is_lead }) => is_lead === 1);
  const leads = filter.kind === "all" ? 1 : 0;
  return {
    lead: lead ? toCard(lead) : null,
    posts: rows.filter((row) => row !== lead).map(toCard),
    total: filter.kind === "search" ? (rows[0]?.found ?? 0) : Math.max(0, (known?.total ?? 0) - leads),
    categories: JSON.parse(known?.categories ?? "[]") as Topic[],
    topic: known?.topic ? (JSON.parse(known.topic) as Topic) : null,
    changesAt: known?.changes_at ?? null,
  };
}

type Plain = Exclude<Filter, { kind: "search" }>;
interface PageOptions {
  page: number;
  now: number;
}

/** Reads the ids first, from an index and only up to the page, then the other columns of these few rows. */
function selectPage(db: Db, filter: Plain, { page, now }: PageOptions) {
  const lead = selectLead(db, now);
  const ids = narrow(db, filter, now)
    .select("posts.id")
    .$if(filter.kind === "all", (query) => query.where("posts.id", "<>", lead))
    .orderBy("posts.publish_at", "desc")
    .orderBy("posts.id", "desc")
    .limit(postsPerPage)
    .offset((page - 1) * postsPerPage);
  const hasLead = filter.kind === "all" && page === 1;
  const isLead = hasLead ? sql<0 | 1>`posts.id = ${lead}` : sql<0 | 1>`0`;
  return db
    .selectFrom("posts")
    .innerJoin("categories", "categories.id", "posts.category_id")
    .select([...cardColumns, isLead.as("is_lead")])
    .where("posts.id", "in", hasLead ? sql<PostId>`(SELECT id FROM (${ids}) UNION ALL SELECT ${lead})` : ids)
    .orderBy("posts.publish_at", "desc")
    .orderBy("posts.id", "desc");
}

/** Articles that hold any of the terms: those with most of them first, then by weight, then the newest. */
function selectFound(db: Db, terms: readonly string[], { page, now }: PageOptions) {
  const hits = db
    .selectFrom("post_terms")
    .select(({ fn }) => ["post_id", fn.countAll<number>().as("terms"), fn.sum<number>("weight").as("score")])
    .where("term", "in", sql<string>`(SELECT value FROM json_each(${JSON.stringify(terms)}))`)
    .groupBy("post_id");
  const found = db
    .selectFrom(hits.as("hits"))
    // The cross join makes SQLite read the terms first; otherwise it might scan all articles.
    .crossJoin("posts")
    .whereRef("posts.id", "=", "hits.post_id")
    .where("posts.status", "=", "published")
    .where("posts.publish_at", "<=", now)
    .select(["posts.id", "hits.terms", "hits.score", sql<number>`count(*) OVER ()`.as("found")])
    .orderBy("hits.terms", "desc")
    .orderBy("hits.score", "desc")
    .orderBy("posts.publish_at", "desc")
    .limit(postsPerPage)
    .offset((page - 1) * postsPerPage);
  return db
    .selectFrom(found.as("found"))
    .crossJoin("posts")
    .crossJoin("categories")
    .whereRef("posts.id", "=", "found.id")
    .whereRef("categories.id", "=", "posts.category_id")
    .select([...cardColumns, sql<0>`0`.as("is_lead"), "found.found"])
    .orderBy("found.terms", "desc")
    .orderBy("found.score", "desc")
    .orderBy("posts.publish_at", "desc");
}

function narrow(db: Db, filter: Plain, now: number) {
  const posts = selectPublic(db, now);
  if (filter.kind === "all") return posts;
  if (filter.kind === "category")
    return posts.where("posts.category_id", "=", (query) =>
      query.selectFrom("categories").select("categories.id").where("categories.slug", "=", filter.slug),
    );
  return posts.where("posts.id", "in", (query) =>
    query
      .selectFrom("tags")
      .innerJoin("post_tags", "post_tags.tag_id", "tags.id")
      .select("post_tags.post_id")
      .where("tags.slug", "=", filter.slug),
  );
}

/** One row: how many there are, the categories, the topic asked for, and when all this changes by itself. */
function selectFacts(db: Db, filter: Filter, now: number) {
  const total =
    filter.kind === "search"
      ? sql<number>`0`
      : narrow(db, filter, now).select(({ fn }) => fn.countAll<number>().as("total"));
  const next = selectNextPublication(db, now);
  const inUse = selectPublic(db, now)
    .select("posts.id")
    .where(sql<boolean>`posts.category_id = categories.id`);
  const categories = db
    .selectFrom("categories")
    .where(({ exists }) => exists(inUse))
    .select(sql<string>`json_group_array(${buildTopicPageMeta("description")} ORDER BY name)`.as("categories"));
  const topic =
    filter.kind === "category"
      ? db
          .selectFrom("categories")
          .where("slug", "=", filter.slug)
          .select(buildTopicPageMeta("description").as("topic"))
      : filter.kind === "tag"
        ? db.selectFrom("tags").where("slug", "=", filter.slug).select(buildTopicPageMeta("").as("topic"))
        : sql<string | null>`NULL`;
  return db.selectNoFrom(() => [
    sql<number>`(${total})`.as("total"),
    sql<number | null>`(${next})`.as("changes_at"),
    sql<string>`(${categories})`.as("categories"),
    sql<string | null>`(${topic})`.as("topic"),
  ]);
}

function buildTopicPageMeta(description: "description" | "") {
  const text = description === "" ? sql`''` : sql.ref(description);
  return sql<string>`json_object('slug', slug, 'name', name, 'description', ${text})`;
}
