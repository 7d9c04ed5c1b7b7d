import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { AuthorId, CategoryId, InsightId, TagId } from "#worker/db/insights-tables.ts";
import type { InsightDraft } from "../insight-draft.ts";

/**
 * `draft` with what took the place of authors, categories and tags that are gone: whoever wrote it, or opens an older
 * revision, does not know of that. Where nothing did, the article `id` keeps its category and its byline, or gets the
 * first of the site where it is not stored yet, and loses the tag. One query.
 */
export async function resolveTopics(db: Db, id: InsightId, draft: InsightDraft): Promise<InsightDraft> {
  const ids = [draft.categoryId, ...draft.authorIds, ...draft.tagIds];
  const gone = await db
    .selectFrom("merged_topics")
    .select(["id", "into_id"])
    .where("id", "in", sql<string>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute();
  if (gone.length === 0) return draft;
  const targets = new Map(gone.map((row) => [row.id, row.into_id]));
  const resolve = <Id extends string>(one: Id) => (targets.has(one) ? (targets.get(one) as Id | null) : one);
  const resolveAll = <Id extends string>(all: readonly Id[]) => [
    ...new Set(all.map(resolve).filter((one) => one !== null)),
  ];
  const categoryId = resolve<CategoryId>(draft.categoryId) ?? (await readCategory(db, id));
  const authorIds = resolveAll<AuthorId>(draft.authorIds);
  return {
    ...draft,
    categoryId: categoryId ?? draft.categoryId,
    authorIds: authorIds.length > 0 ? authorIds : await readByline(db, id),
    tagIds: resolveAll<TagId>(draft.tagIds),
  };
}

async function readCategory(db: Db, id: InsightId): Promise<CategoryId | undefined> {
  const row =
    (await db.selectFrom("insights").select("category_id").where("id", "=", id).executeTakeFirst()) ??
    (await db.selectFrom("categories").select("id as category_id").limit(1).executeTakeFirst());
  return row?.category_id;
}

async function readByline(db: Db, id: InsightId): Promise<AuthorId[]> {
  const rows = await db
    .selectFrom("insight_authors")
    .select("author_id")
    .where("insight_id", "=", id)
    .orderBy("position")
    .execute();
  const byline = rows.length > 0 ? rows : await db.selectFrom("authors").select("id as author_id").limit(1).execute();
  return byline.map(({ author_id }) => author_id);
}
