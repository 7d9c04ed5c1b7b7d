import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { type PostDraft, readDraft } from "./post-draft.ts";
import { type Article, selectArticle, toArticle } from "./read-article.ts";
import { prepareRow } from "./show-post.ts";

/**
 * An article as it was last saved, published or not, for whoever holds a preview link; null when it is gone. One query,
 * and up to two more where its newest revision is not the one that readers see.
 */
export async function readPreview(db: Db, { id }: { id: PostId }): Promise<Article | null> {
  const unshown = sql<string | null>`(SELECT content FROM post_revisions
    WHERE post_id = posts.id AND version = edited_version AND edited_version <> shown_version)`;
  const row = await selectArticle(db).select(unshown.as("unshown")).where("posts.id", "=", id).executeTakeFirst();
  if (!row) return null;
  if (row.unshown === null) return toArticle(row);
  const draft = readDraft(row.unshown);
  const topics = await selectTopics(db, draft).executeTakeFirstOrThrow();
  const shown = await prepareRow(db, draft);
  return toArticle({
    ...row,
    ...shown,
    category_slug: topics.category_slug ?? row.category_slug,
    category_name: topics.category_name ?? row.category_name,
    authors: topics.authors,
    tags: topics.tags,
  });
}

/** What a revision names by ids, in the shape of `selectArticle`. What is gone since is left out. */
function selectTopics(db: Db, { categoryId, authorIds, tagIds }: PostDraft) {
  const category = (column: "slug" | "name") =>
    db.selectFrom("categories").select(column).where("id", "=", categoryId).$asScalar();
  return db.selectNoFrom([
    category("slug").as("category_slug"),
    category("name").as("category_name"),
    sql<string>`(SELECT json_group_array(json_object('name', name, 'role', role, 'bio', bio) ORDER BY key)
      FROM json_each(${JSON.stringify(authorIds)}) CROSS JOIN authors ON authors.id = value)`.as("authors"),
    sql<string>`(SELECT json_group_array(json_object('slug', slug, 'name', name) ORDER BY name)
      FROM json_each(${JSON.stringify(tagIds)}) CROSS JOIN tags ON tags.id = value)`.as("tags"),
  ]);
}
