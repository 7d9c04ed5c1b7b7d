import { type Db, readRows, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import { type InsightDraft, readDraft } from "./insight-draft.ts";
import { type Article, selectArticle, toArticle } from "./read-article.ts";
import { prepareRow } from "./show-insight.ts";

/**
 * An article as it was saved last, published or not, for whoever holds a preview link; null when it is gone. One query,
 * or a second trip where readers see an older revision than that.
 */
export async function readPreview(db: Db, { id }: { id: InsightId }): Promise<Article | null> {
  const row = await selectArticle(db)
    .innerJoin("insight_revisions", (join) =>
      join
        .onRef("insight_revisions.insight_id", "=", "insights.id")
        .onRef("insight_revisions.version", "=", "insights.edited_version"),
    )
    .select(["insights.edited_version", "insights.shown_version", "insights.edited_at", "insight_revisions.content"])
    .where("insights.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const article = toArticle(row);
  if (row.edited_version === row.shown_version) return article;
  return { ...(await showDraft(db, article, readDraft(row.content))), updatedAt: row.edited_at };
}

/** `article` with what `draft` has in its place. */
async function showDraft(db: Db, article: Article, draft: InsightDraft): Promise<Article> {
  const category = db.selectFrom("categories").select(["slug", "name"]).where("id", "=", draft.categoryId);
  const authors = db
    .selectFrom("authors")
    .select(["id", "slug", "name", "role", "bio"])
    .where("id", "in", draft.authorIds);
  const tags = db.selectFrom("tags").select(["slug", "name"]).where("id", "in", draft.tagIds).orderBy("name");
  const [row, [placed, written, tagged]] = await Promise.all([
    prepareRow(db, draft),
    runBatch(db, [category, authors, tags]),
  ]);
  const { pictures } = draft;
  const names = new Map(readRows(authors, written).map((author) => [author.id, author]));
  return {
    ...article,
    slug: row.slug,
    title: row.title,
    dek: row.dek,
    category: readRows(category, placed)[0] ?? article.category,
    cover: pictures && { wide: `/media/${pictures.wide}`, card: `/media/${pictures.card}`, alt: draft.coverAlt ?? "" },
    shareImage: row.share_image && `/media/${row.share_image}`,
    authors: draft.authorIds
      .flatMap((id) => names.get(id) ?? [])
      .map(({ slug, name, role, bio }) => ({ slug, name, role, bio })),
    tags: readRows(tags, tagged),
    html: row.html,
    contents: JSON.parse(row.contents) as Article["contents"],
    words: row.words,
    minutes: row.minutes,
  };
}
