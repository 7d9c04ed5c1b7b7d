import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { AuthorId, CategoryId, PostId } from "../db/insights-tables.ts";
import { newId } from "../lib/ids.ts";
import type { SaveScope } from "./purge-post.ts";
import { createPost } from "./save-post.ts";
import { createAuthor } from "./taxonomy/authors.ts";
import { createCategory } from "./taxonomy/categories.ts";

interface Writer {
  id: UserId;
  /** For an author of theirs, where the site has none at all. */
  name: string;
}

/**
 * Starts an article: an untitled draft in the category and by the authors that the writer used last, or else the first
 * of the site; makes both where there is none. Returns its id.
 */
export async function startPost(db: Db, writer: Writer, scope: SaveScope): Promise<PostId> {
  const last = await readLastUsed(db, writer.id);
  const categoryId =
    last.categoryId ?? (await createCategory(db, { name: "General", description: "", actor: writer.id }, scope)).id;
  const authorIds =
    last.authorIds.length > 0
      ? last.authorIds
      : [(await createAuthor(db, { name: writer.name, role: "", bio: "", links: [], actor: writer.id }, scope)).id];
  const draft = {
    slug: `untitled-${newId().slice(-12)}`,
    title: "",
    dek: "",
    categoryId,
    authorIds,
    tagIds: [],
    featured: false,
    markdown: "",
    cover: null,
    pictures: null,
    coverAlt: null,
    seoTitle: "",
    seoDescription: "",
    canonicalUrl: null,
    noindex: false,
  };
  return createPost(db, { draft, actor: writer.id }, scope);
}

async function readLastUsed(db: Db, writer: UserId): Promise<{ categoryId: CategoryId | null; authorIds: AuthorId[] }> {
  const last = await db
    .selectFrom("posts")
    .select(["id", "category_id"])
    .where("edited_by", "=", writer)
    .orderBy("edited_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last) {
    const authors = await db
      .selectFrom("post_authors")
      .select("author_id")
      .where("post_id", "=", last.id)
      .orderBy("position")
      .execute();
    return { categoryId: last.category_id, authorIds: authors.map(({ author_id }) => author_id) };
  }
  const [category, author] = await Promise.all([
    db
      .selectFrom("categories")
      .select("id")
      .orderBy(sql`name collate nocase`)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom("authors")
      .select("id")
      .orderBy(sql`name collate nocase`)
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { categoryId: category?.id ?? null, authorIds: author ? [author.id] : [] };
}
