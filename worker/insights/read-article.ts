import { sql } from "kysely";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { cardColumns, isPublic, type PostCard, selectNextPublication, selectPublic, toCard } from "./post-cards.ts";
import type { Heading } from "./render-markdown.ts";

export interface Article extends PostCard {
  id: PostId;
  /** Safe to print as it is (see render-markdown.ts). */
  html: string;
  contents: Heading[];
  words: number;
  authors: { name: string; role: string; bio: string }[];
  tags: { slug: string; name: string }[];
  /** When what readers see last changed, epoch milliseconds. */
  updatedAt: number;
  /** Address of the picture for shared links, 1200 x 630; null when it has none. */
  shareImage: string | null;
}

export type Found =
  | {
      kind: "article";
      article: Article;
      related: PostCard[];
      /** When the next scheduled article appears, which may be related; epoch milliseconds, null if none is planned. */
      changesAt: number | null;
    }
  | { kind: "moved"; to: string }
  /** It was public once and was taken off the site; `category` is null when no other article of its category is left. */
  | { kind: "withdrawn"; category: PostCard["category"] | null }
  | { kind: "missing" };

/** How many related articles stand under an article. */
const relatedPosts = 4;

/** The published article at a slug with those related to it, in one round trip, or in a second one what has become of it. */
export async function readArticle(db: Db, { slug, now }: { slug: string; now: number }): Promise<Found> {
  const shown = selectArticle(db)
    .select(selectNextPublication(db, now).as("changes_at"))
    .where("posts.slug", "=", slug)
    .where((query) => isPublic(query, now));
  const related = selectRelated(db, slug, now);
  const [article, others] = await runBatch(db, [shown, related]);
  const [row] = readRows(shown, article);
  if (row)
    return {
      kind: "article",
      article: toArticle(row),
      related: readRows(related, others).map(toCard),
      changesAt: row.changes_at,
    };
  const former = await selectFormer(db, slug, now).execute();
  const moved = former.find(({ status }) => status === "published");
  if (moved) return { kind: "moved", to: `/insights/${moved.slug}` };
  const [withdrawn] = former;
  if (!withdrawn) return { kind: "missing" };
  const { category_slug, category_name, has_others } = withdrawn;
  return { kind: "withdrawn", category: has_others ? { slug: category_slug, name: category_name } : null };
}

/**
 * What was at a slug before: the article that has moved, or one that was archived there. Articles that are not public
 * yet, or never were, are not found.
 */
function selectFormer(db: Db, slug: string, now: number) {
  const target = sql<string>`(SELECT substr(to_path, length('/insights/') + 1) FROM redirects WHERE from_path = ${`/insights/${slug}`})`;
  const others = sql<0 | 1>`EXISTS (SELECT 1 FROM posts AS others WHERE others.category_id = categories.id
    AND others.status = 'published' AND others.publish_at <= ${now})`;
  return db
    .selectFrom("posts")
    .innerJoin("categories", "categories.id", "posts.category_id")
    .select([
      "posts.slug",
      "posts.status",
      "categories.slug as category_slug",
      "categories.name as category_name",
      others.as("has_others"),
    ])
    .where("posts.slug", "in", [slug, target])
    .where("posts.status", "in", ["published", "archived"])
    .where("posts.publish_at", "<=", now);
}

export function selectArticle(db: Db) {
  const authors = sql<string>`(SELECT json_group_array(json_object('name', name, 'role', role, 'bio', bio) ORDER BY position)
    FROM post_authors CROSS JOIN authors ON authors.id = author_id WHERE post_id = posts.id)`;
  const tags = sql<string>`(SELECT json_group_array(json_object('slug', slug, 'name', name) ORDER BY name)
    FROM post_tags CROSS JOIN tags ON tags.id = tag_id WHERE post_id = posts.id)`;
  return db
    .selectFrom("posts")
    .innerJoin("categories", "categories.id", "posts.category_id")
    .select([
      ...cardColumns,
      "posts.id",
      "posts.html",
      "posts.contents",
      "posts.words",
      "posts.updated_at",
      "posts.share_image",
      authors.as("authors"),
      tags.as("tags"),
    ]);
}

type ArticleRow = Awaited<ReturnType<ReturnType<typeof selectArticle>["executeTakeFirstOrThrow"]>>;

/**
 * Of the newest dozen of the same category and the newest dozen of all: those that share most tags, the same category
 * counting as much as a tag and a half. Never more than two dozen rows, however many articles there are.
 */
function selectRelated(db: Db, slug: string, now: number) {
  const article = db.selectFrom("posts as article").where("article.slug", "=", slug);
  const id = article.select("article.id");
  const category = article.select("article.category_id");
  const newest = selectPublic(db, now).select("posts.id").orderBy("posts.publish_at", "desc").limit(12);
  const nearby = newest.where("posts.category_id", "=", category);
  const shared = sql<number>`(SELECT count(*) FROM post_tags AS theirs WHERE theirs.post_id = posts.id AND theirs.tag_id IN
    (SELECT ours.tag_id FROM post_tags AS ours WHERE ours.post_id = ${id}))`;
  return db
    .selectFrom("posts")
    .innerJoin("categories", "categories.id", "posts.category_id")
    .select(cardColumns)
    .where("posts.id", "in", sql<PostId>`(SELECT id FROM (${nearby}) UNION SELECT id FROM (${newest}))`)
    .where("posts.slug", "<>", slug)
    .orderBy(sql`2 * ${shared} + 3 * (posts.category_id = ${category})`, "desc")
    .orderBy("posts.publish_at", "desc")
    .limit(relatedPosts);
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
  };
}
