import { sql } from "kysely";
import { runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { movePath } from "../db/redirects.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { toDarkVariantKey } from "../media/dark-variant.ts";
import { type SaveScope, purgePost, purgePosts } from "./purge-post.ts";
import { parseDraft, type PostDraft, requireCoverAlt } from "./post-draft.ts";
import { type PictureSizes, renderMarkdown, stripMarkup } from "./render-markdown.ts";
import { weighTerms } from "./search-terms.ts";

interface Save {
  draft: PostDraft;
  /** Who saves it; null for the seed. */
  actor: UserId | null;
  /** When it was saved, epoch milliseconds; now unless told otherwise. */
  at?: number;
}

/**
 * Stores a new article as a draft, version 1, and returns its id.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when its address is taken
 */
export async function createPost(
  db: Db,
  { draft: written, actor, at = now() }: Save,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<PostId> {
  const draft = parseDraft(written);
  const id = newId<PostId>();
  const row = { id, ...(await prepareRow(db, draft)), status: "draft" as const, publish_at: null };
  const revision = { post_id: id, version: 1, saved_at: at, saved_by: actor, content: JSON.stringify(draft) };
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "post.created", detail: { slug: draft.slug } },
    queries: [
      db.insertInto("posts").values({ ...row, created_at: at, updated_at: at }),
      db.insertInto("post_revisions").values(revision),
      ...relate(db, id, draft, row.html),
    ],
  }).catch(refuseTaken);
  return id;
}

/**
 * Stores a further version of the article `id`, which must still be at `version`. A published article that gets another
 * address leaves a redirect at the old one. Returns the new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody else has saved since, or its address is taken
 * @throws {NotFoundError} when the article is gone
 */
export async function savePost(
  db: Db,
  { id, version, draft: written, actor, at = now() }: Save & { id: PostId; version: number },
  scope: SaveScope,
): Promise<number> {
  const draft = parseDraft(written);
  const tags = sql<string>`(SELECT json_group_array(tag_id ORDER BY tag_id) FROM post_tags WHERE post_id = posts.id)`;
  const before = await db
    .selectFrom("posts")
    .select(["slug", "status", "category_id", "featured", tags.as("tags")])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!before) throw new NotFoundError();
  if (before.status === "published") requireCoverAlt(draft.pictures?.wide ?? null, draft.coverAlt);
  const row = await prepareRow(db, draft);
  const moves = before.slug !== draft.slug && before.status !== "draft";
  const next = version + 1;
  const revision = { post_id: id, version: next, saved_at: at, saved_by: actor, content: JSON.stringify(draft) };
  await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table: "posts",
    id,
    version,
    where: sql<boolean>`slug = ${before.slug} and status = ${before.status}`,
    set: { ...row, updated_at: at },
    audit: { action: "post.saved", detail: { slug: draft.slug, version: next } },
    conflict: "Somebody else has saved this article since you opened it.",
    queries: [
      db.insertInto("post_revisions").values(revision),
      db.deleteFrom("post_authors").where("post_id", "=", id),
      db.deleteFrom("post_tags").where("post_id", "=", id),
      db.deleteFrom("post_terms").where("post_id", "=", id),
      ...relate(db, id, draft, row.html),
      ...(moves ? movePath(db, { from: pathOf(before.slug), to: pathOf(draft.slug), at }) : []),
    ],
  }).catch(refuseTaken);
  const isElsewhere =
    before.slug !== row.slug ||
    before.category_id !== row.category_id ||
    before.featured !== row.featured ||
    before.tags !== JSON.stringify(draft.tagIds.toSorted());
  // Nothing public shows a draft.
  if (before.status !== "draft") await (isElsewhere ? purgePosts(scope) : purgePost(scope, before.slug));
  return next;
}

function pathOf(slug: string): string {
  return `/insights/${slug}`;
}

async function prepareRow(db: Db, draft: PostDraft) {
  const { html, contents, words, minutes } = renderMarkdown(draft.markdown, await readSizes(db, draft.markdown));
  return {
    slug: draft.slug,
    title: draft.title,
    dek: draft.dek,
    category_id: draft.categoryId,
    featured: draft.featured ? (1 as const) : (0 as const),
    markdown: draft.markdown,
    html,
    contents: JSON.stringify(contents),
    words,
    minutes,
    cover: draft.cover && JSON.stringify(draft.cover),
    cover_wide: draft.pictures?.wide ?? null,
    cover_card: draft.pictures?.card ?? null,
    share_image: draft.pictures?.share ?? null,
    cover_alt: draft.coverAlt,
  };
}

/** Sizes of the pictures that the text shows and of their dark variants, as far as there are any. */
async function readSizes(db: Db, markdown: string): Promise<PictureSizes> {
  const keys = [...new Set(Array.from(markdown.matchAll(/\/media\/([a-z0-9/._-]+)/g), ([, key = ""]) => key))];
  if (keys.length === 0) return new Map();
  const variants = [...keys, ...keys.map(toDarkVariantKey)];
  const rows = await db
    .selectFrom("media")
    .select(["key", "width", "height"])
    .where("key", "in", sql<string>`(SELECT value FROM json_each(${JSON.stringify(variants)}))`)
    .execute();
  return new Map(rows.map(({ key, width, height }) => [`/media/${key}`, { width, height }]));
}

/** Byline, tags and search terms. Lists travel as JSON: a statement takes a hundred parameters. */
function relate(db: Db, id: PostId, draft: PostDraft, html: string) {
  const terms = weighTerms([
    { text: draft.title, weight: 8 },
    { text: draft.dek, weight: 4 },
    { text: stripMarkup(html), weight: 1 },
  ]);
  return [
    db
      .insertInto("post_authors")
      .columns(["post_id", "position", "author_id"])
      .expression(sql`SELECT ${id}, key, value FROM json_each(${JSON.stringify(draft.authorIds)})`),
    db
      .insertInto("post_tags")
      .columns(["post_id", "tag_id"])
      .expression(sql`SELECT ${id}, value FROM json_each(${JSON.stringify(draft.tagIds)})`),
    db
      .insertInto("post_terms")
      .columns(["term", "post_id", "weight"])
      .expression(sql`SELECT value ->> 0, ${id}, value ->> 1 FROM json_each(${JSON.stringify(terms)})`),
  ];
}

function refuseTaken(error: unknown): never {
  if (String(error).includes("UNIQUE constraint failed: posts.slug"))
    throw new ConflictError("Another article has this address.", { cause: error });
  throw error;
}
