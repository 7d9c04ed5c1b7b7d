/** Authors, topics and articles for tests. */
import { env } from "cloudflare:workers";
import { bareArticle } from "#tests/bare-article.ts";
import { makeMark } from "#tests/draw.ts";
import { openDb } from "#worker/db/client.ts";
import type { AuthorId, CategoryId, InsightId, TagId } from "#worker/db/insights-tables.ts";
import { archivePost, publishInsight } from "#worker/insights/publish-insight.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeScope } from "../make-scope.ts";

const stamps = { created_at: 1, updated_at: 1 };

export async function makeCategory({ slug = "cloud", name = "Cloud" } = {}): Promise<CategoryId> {
  const id = newId<CategoryId>();
  const row = { id, slug, name, description: `All about ${name}.`, ...stamps };
  await openDb(env.DB).insertInto("categories").values(row).execute();
  return id;
}

export async function makeTag({ slug = "cost", name = "Cost" } = {}): Promise<TagId> {
  const id = newId<TagId>();
  await openDb(env.DB)
    .insertInto("tags")
    .values({ id, slug, name, ...stamps })
    .execute();
  return id;
}

export async function makeAuthor({ slug = "desk", name = "Demo author: desk" } = {}): Promise<AuthorId> {
  const id = newId<AuthorId>();
  const row = { id, slug, name, role: "Desk", bio: "Writes.", ...stamps };
  await openDb(env.DB).insertInto("authors").values(row).execute();
  return id;
}

/** A draft in a category and by an author of its own, by default. */
export async function makeDraft(overrides: Partial<InsightDraft> = {}): Promise<InsightDraft> {
  const slug = overrides.slug ?? `post-${makeMark()}`;
  return {
    slug,
    title: `Title of ${slug}`,
    dek: "What it says in a sentence.",
    categoryId: overrides.categoryId ?? (await makeCategory({ slug: `category-${slug}`, name: slug })),
    authorIds: overrides.authorIds ?? [await makeAuthor({ slug: `author-${slug}` })],
    tagIds: [],
    markdown: "A first paragraph.\n\n## A section\n\nA second paragraph.",
    ...bareArticle,
    ...overrides,
  };
}

/** A published article; `publishAt` an hour ago by default. */
export async function makeInsight({
  publishAt = Date.now() - 3_600_000,
  ...overrides
}: Partial<InsightDraft> & { publishAt?: number } = {}) {
  const draft = await makeDraft(overrides);
  const scope = makeScope();
  const id = await createInsight(openDb(env.DB), { actor: null, draft }, scope);
  await publishInsight(openDb(env.DB), { actor: null, id, version: 1, publishAt }, scope);
  return {
    id,
    draft,
    save: (changes: Partial<InsightDraft>, version = 2) =>
      saveInsight(openDb(env.DB), { actor: null, id, version, draft: { ...draft, ...changes } }, scope),
    archive: (version = 2) => archivePost(openDb(env.DB), { actor: null, id, version }, scope),
    publish: (version: number, at = publishAt) =>
      publishInsight(openDb(env.DB), { actor: null, id, version, publishAt: at }, scope),
  };
}

/** A session that counts its queries. */
export function countQueries() {
  const real = env.DB.withSession("first-unconstrained");
  const queries: string[] = [];
  const session = {
    prepare: (query: string) => {
      queries.push(query);
      return real.prepare(query);
    },
    batch: (statements: D1PreparedStatement[]) => real.batch(statements),
    getBookmark: () => real.getBookmark(),
  } as unknown as D1DatabaseSession;
  return { session, queries, DB: { withSession: () => session } as unknown as D1Database };
}

export async function readStatus(id: InsightId) {
  return openDb(env.DB)
    .selectFrom("insights")
    .select(["status", "version", "slug"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
