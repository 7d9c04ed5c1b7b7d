import { makeSlug } from "#shared/text/make-slug.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { AuthorId, CategoryId, InsightId } from "#worker/db/insights-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { parseDraft, type InsightDraft } from "./insight-draft.ts";
import type { SaveScope } from "./purge-insight.ts";
import type { Editing } from "./read-editing.ts";
import type { TopicNames } from "./read-names.ts";
import { createInsight, type FurtherSave, saveDraft } from "./save-insight.ts";
import { createAuthor } from "./taxonomy/authors.ts";
import { createCategory } from "./taxonomy/categories.ts";
import { resolveTopics } from "./taxonomy/resolve-topics.ts";

const firstCategory = "General";

/**
 * The article `id` before anybody has written in it: untitled, version 0, in the category and by the authors that
 * `beginner` used last, or else the first of the site. Where the site has none, the article's own id stands for the one that
 * its first save makes. Nothing is stored.
 */
export async function beginInsight(
  db: Db,
  { id, beginner, known }: { id: InsightId; beginner: AccountId; known: TopicNames },
): Promise<{ editing: Editing; known: TopicNames }> {
  const categories = known.categories.length > 0 ? known.categories : [{ id, name: firstCategory }];
  const authors = known.authors.length > 0 ? known.authors : [{ id, name: await readName(db, beginner) }];
  const last = await readLastUsed(db, beginner);
  const slug = `untitled-${id.slice(-12)}`;
  const draft = {
    slug,
    title: "",
    dek: "",
    categoryId: last?.categoryId ?? (categories[0]?.id as CategoryId),
    authorIds: last?.authorIds ?? [authors[0]?.id as AuthorId],
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
  const unset = { publishAt: null, unpublishAt: null, trashedAt: null, editedBy: null };
  return {
    editing: { ...unset, id, version: 0, status: "draft", editedAt: now(), isShown: true, shownSlug: slug, draft },
    known: { ...known, categories, authors },
  };
}

async function readLastUsed(db: Db, writer: AccountId) {
  const last = await db
    .selectFrom("insights")
    .select(["id", "category_id"])
    .where("edited_by", "=", writer)
    .orderBy("edited_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const authors = await db
    .selectFrom("insight_authors")
    .select("author_id")
    .where("insight_id", "=", last.id)
    .orderBy("position")
    .execute();
  return { categoryId: last.category_id, authorIds: authors.map(({ author_id }) => author_id) };
}

async function readName(db: Db, user: AccountId): Promise<string> {
  const found = await db
    .selectFrom("accounts")
    .select(["name", "email"])
    .where("id", "=", user)
    .executeTakeFirstOrThrow();
  return found.name ?? found.email;
}

/** A save by somebody of the staff. */
type Written = FurtherSave & { actor: AccountId };

/**
 * Stores a revision of an article as `saveDraft` does; one of version 0 is the first of an article that was begun
 * (`beginInsight`). Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has saved since, or its address is taken, or it lies in the trash
 * @throws {NotFoundError} when the article is gone
 */
export async function saveWritten(db: Db, save: Written, scope: SaveScope): Promise<number> {
  if (save.version > 0) return saveDraft(db, save, scope);
  // What is refused leaves no topics behind.
  parseDraft(save.draft);
  const draft = await takeFirstTopics(db, save, scope);
  await createInsight(db, { ...save, draft: await resolveTopics(db, save.id, draft) }, scope);
  return 1;
}

/**
 * `draft` with the first category and author of the site in place of those that have the id of the article `id`. A site that has
 * none gets them, with that id.
 */
async function takeFirstTopics(db: Db, { id, draft, actor }: Written, scope: SaveScope): Promise<InsightDraft> {
  const [categoryId, authorId] = [id as string as CategoryId, id as string as AuthorId];
  const category = () => db.selectFrom("categories").select("id").orderBy("id").limit(1).executeTakeFirst();
  const author = () => db.selectFrom("authors").select("id").orderBy("id").limit(1).executeTakeFirst();
  if (draft.categoryId === categoryId && !(await category()))
    await unlessMade(createCategory(db, { id: categoryId, name: firstCategory, description: "", actor }, scope));
  if (draft.authorIds.includes(authorId) && !(await author())) {
    const name = await readName(db, actor);
    // Names of many languages have no letter that an address can have.
    const slug = makeSlug(name) || "author";
    await unlessMade(createAuthor(db, { id: authorId, slug, name, role: "", bio: "", links: [], actor }, scope));
  }
  const firstAuthor = draft.authorIds.includes(authorId) ? await author() : undefined;
  return {
    ...draft,
    categoryId: (draft.categoryId === categoryId && (await category())?.id) || draft.categoryId,
    authorIds: draft.authorIds.map((one) => (one === authorId && firstAuthor?.id) || one),
  };
}

/** Another first save makes the same at this moment. */
async function unlessMade(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}
