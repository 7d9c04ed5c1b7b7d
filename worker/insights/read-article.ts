import { type Selectable, sql } from "kysely";
import type { Heading } from "#shared/insights/article-markdown.ts";
import type { Database } from "../db/tables.ts";
import { selectNear } from "#worker/db/select-near.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import {
  cardColumns,
  isPublic,
  isUnended,
  type InsightCard,
  selectNextChange,
  selectPublic,
  toCard,
} from "./insight-cards.ts";

export interface Article extends InsightCard {
  id: InsightId;
  /** Safe to print as it is (see render-markdown.ts). */
  html: string;
  contents: Heading[];
  words: number;
  authors: { slug: string; name: string; role: string; bio: string }[];
  tags: { slug: string; name: string }[];
  /** When what readers see last changed, epoch milliseconds. */
  updatedAt: number;
  /** Address of the picture for shared links, 1200 x 630; null when it has none. */
  shareImage: string | null;
  /** Title and description for search engines, if they have their own; else "". */
  seo: { title: string; description: string };
  /** Where the text first appeared, if not here. */
  canonicalUrl: string | null;
  /** True keeps it out of search engines. */
  isUnlisted: boolean;
}

export type Found =
  | {
      kind: "article";
      article: Article;
      related: InsightCard[];
      /** Paths of the services and industries whose pages are nearest, at most two. */
      subjects: string[];
      /** When the next article appears, which may be related, or ends; epoch milliseconds, null if none is planned. */
      changesAt: number | null;
    }
  | { kind: "moved"; to: string }
  /** It was public once, and has ended or was taken off the site; `category` is null when no other article of its category is left. */
  | { kind: "withdrawn"; category: InsightCard["category"] | null }
  | { kind: "missing" };

/** How many related articles stand under an article, and how many services or industries it names. */
const relatedInsights = 4;
const relatedSubjects = 2;
/** What the second one must have of the nearness of the first. */
const subjectShare = 0.65;

/** The published article at a slug with those related to it, in one round trip, or in a second one what has become of it. */
export async function readArticle(db: Db, { slug, now }: { slug: string; now: number }): Promise<Found> {
  const shown = selectArticle(db)
    .select([selectNextChange(db, now).as("changes_at"), selectSubjects().as("subjects")])
    .where("insights.slug", "=", slug)
    .where((query) => isPublic(query, now));
  const related = selectRelated(db, slug, now);
  const [article, others] = await runBatch(db, [shown, related]);
  const [row] = readRows(shown, article);
  if (row)
    return {
      kind: "article",
      article: toArticle(row),
      related: readRows(related, others).map(toCard),
      subjects: JSON.parse(row.subjects) as string[],
      changesAt: row.changes_at,
    };
  const former = await selectFormer(db, slug, now).execute();
  const moved = former.find(({ is_public }) => is_public);
  if (moved) return { kind: "moved", to: `/insights/${moved.slug}` };
  const [withdrawn] = former;
  if (!withdrawn) return { kind: "missing" };
  const { category_slug, category_name, has_others } = withdrawn;
  return { kind: "withdrawn", category: has_others ? { slug: category_slug, name: category_name } : null };
}

/**
 * What was at a slug before: the article that has moved, or one that was archived or has ended there. Articles that are not public
 * yet, or never were, are not found.
 */
function selectFormer(db: Db, slug: string, now: number) {
  const target = sql<string>`(SELECT substr(to_path, length('/insights/') + 1) FROM redirects WHERE from_path = ${`/insights/${slug}`})`;
  const others = sql<0 | 1>`EXISTS (SELECT 1 FROM insights AS others WHERE others.category_id = categories.id
    AND others.status = 'published' AND others.publish_at <= ${now} AND ${isUnended(sql.ref("others.unpublish_at"), now)})`;
  return db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .select([
      "insights.slug",
      sql<0 | 1>`insights.status = 'published' AND ${isUnended(sql.ref("insights.unpublish_at"), now)}`.as("is_public"),
      "categories.slug as category_slug",
      "categories.name as category_name",
      others.as("has_others"),
    ])
    .where("insights.slug", "in", [slug, target])
    .where("insights.status", "in", ["published", "archived"])
    .where("insights.publish_at", "<=", now);
}

export function selectArticle(db: Db) {
  const authors = sql<string>`(SELECT json_group_array(json_object('slug', slug, 'name', name, 'role', role, 'bio', bio) ORDER BY position)
    FROM insight_authors CROSS JOIN authors ON authors.id = author_id WHERE insight_id = insights.id)`;
  const tags = sql<string>`(SELECT json_group_array(json_object('slug', slug, 'name', name) ORDER BY name)
    FROM insight_tags CROSS JOIN tags ON tags.id = tag_id WHERE insight_id = insights.id)`;
  return db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .select([
      ...cardColumns,
      "insights.id",
      "insights.html",
      "insights.contents",
      "insights.words",
      "insights.updated_at",
      "insights.share_image",
      "insights.seo_title",
      "insights.seo_description",
      "insights.canonical_url",
      "insights.noindex",
      authors.as("authors"),
      tags.as("tags"),
    ]);
}

type ArticleRow = Awaited<ReturnType<ReturnType<typeof selectArticle>["executeTakeFirstOrThrow"]>>;

/**
 * First the articles whose meaning is nearest, as the search has worked out (`related`). Where it has not, or too few of them are
 * public: of the newest dozen of the same category and the newest dozen of all those that share most tags, the same category counting as
 * much as a tag and a half. Never more than some thirty rows, however many articles there are.
 */
function selectRelated(db: Db, slug: string, now: number) {
  const article = db.selectFrom("insights as article").where("article.slug", "=", slug);
  const id = article.select("article.id");
  const category = article.select("article.category_id");
  const newest = selectPublic(db, now).select("insights.id").orderBy("insights.publish_at", "desc").limit(12);
  const nearby = newest.where("insights.category_id", "=", category);
  const shared = sql<number>`(SELECT count(*) FROM insight_tags AS theirs WHERE theirs.insight_id = insights.id AND theirs.tag_id IN
    (SELECT ours.tag_id FROM insight_tags AS ours WHERE ours.insight_id = ${id}))`;
  // By their ids alone: SQLite would read all that are public instead.
  const chosen = sql<{ id: InsightId; place: number | null }>`(SELECT id, min(place) AS place FROM (
    ${selectNear("article", id)} UNION ALL SELECT id, NULL FROM (${nearby}) UNION ALL SELECT id, NULL FROM (${newest})) GROUP BY id)`;
  return db
    .selectFrom(chosen.as("chosen"))
    .crossJoin(sql<Selectable<Database["insights"]>>`insights`.as<"insights">(sql`insights INDEXED BY insights_by_id`))
    .crossJoin("categories")
    .select(cardColumns)
    .whereRef("insights.id", "=", "chosen.id")
    .whereRef("categories.id", "=", "insights.category_id")
    .where("insights.slug", "<>", slug)
    .where((query) => isPublic(query, now))
    .orderBy(sql`chosen.place IS NULL`)
    .orderBy("chosen.place")
    .orderBy(sql`2 * ${shared} + 3 * (insights.category_id = ${category})`, "desc")
    .orderBy("insights.publish_at", "desc")
    .limit(relatedInsights);
}

/** JSON: the path of the service or industry nearest to an article, as the search has worked out, and of another one about as near. */
function selectSubjects() {
  return sql<string>`(SELECT json_group_array(substr(entry.value ->> 0, length('page:') + 1))
    FROM related, json_each(related.others, '$.page') AS entry
    WHERE related.key = 'article:' || insights.id AND entry.key < ${sql.lit(relatedSubjects)}
      AND entry.value ->> 1 >= ${sql.lit(subjectShare)} * (related.others ->> '$.page[0][1]'))`;
}

export function toArticle(row: ArticleRow): Article {
  return {
    ...toCard(row),
    id: row.id,
    html: row.html,
    contents: JSON.parse(row.contents) as Heading[],
    words: row.words,
    authors: JSON.parse(row.authors) as Article["authors"],
    tags: JSON.parse(row.tags) as Article["tags"],
    updatedAt: row.updated_at,
    shareImage: row.share_image && `/media/${row.share_image}`,
    seo: { title: row.seo_title, description: row.seo_description },
    canonicalUrl: row.canonical_url,
    isUnlisted: row.noindex === 1,
  };
}
