import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";
import { movePath } from "../db/redirects.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { toDarkVariantKey } from "../media/dark-variant.ts";
import { type SaveScope, purgePost } from "./purge-post.ts";
import { parseDraft, type PostDraft, requireCoverAlt } from "./post-draft.ts";
import { type PictureSizes, renderMarkdown, stripMarkup } from "./render-markdown.ts";
import { weighTerms } from "./search-terms.ts";

interface Save {
  draft: PostDraft;
  savedBy?: UserId | null;
  /** When it was saved, epoch milliseconds; now unless told otherwise. */
  at?: number;
}

/** Stores a new article as a draft, version 1, and returns its id. Throws ConflictError when its address is taken, and InvalidInputError. */
export async function createPost(db: Db, { draft: written, savedBy = null, at = now() }: Save): Promise<PostId> {
  const draft = parseDraft(written);
  const id = newId<PostId>();
  const row = { id, ...(await prepareRow(db, draft)), status: "draft" as const, publish_at: null };
  await commit(db, [
    db.insertInto("posts").values({ ...row, created_at: at, updated_at: at }),
    db
      .insertInto("post_revisions")
      .values({ post_id: id, version: 1, saved_at: at, saved_by: savedBy, content: JSON.stringify(draft) }),
    ...relate(db, id, draft, row.html),
  ]);
  return id;
}

/**
 * Stores a further version of the article `id`, which must still be at `version`: otherwise ConflictError, and nothing
 * has changed. A published article that gets another address leaves a redirect at the old one. Returns the new version.
 */
export async function savePost(
  db: Db,
  { id, version, draft: written, savedBy = null, at = now() }: Save & { id: PostId; version: number },
  scope: SaveScope,
): Promise<number> {
  const draft = parseDraft(written);
  const before = await db.selectFrom("posts").select(["slug", "status"]).where("id", "=", id).executeTakeFirst();
  if (!before) throw new NotFoundError();
  if (before.status === "published") requireCoverAlt(draft.pictures?.wide ?? null, draft.coverAlt);
  const row = await prepareRow(db, draft);
  const moves = before.slug !== draft.slug && before.status !== "draft";
  await commit(db, [
    // No version where it has moved on, and a revision without one stops the whole batch.
    db.insertInto("post_revisions").values((values) => ({
      post_id: id,
      version: values
        .selectFrom("posts")
        .select(sql<number>`version + 1`.as("next"))
        .where("id", "=", id)
        .where("version", "=", version)
        .where("slug", "=", before.slug)
        .$asScalar(),
      saved_at: at,
      saved_by: savedBy,
      content: JSON.stringify(draft),
    })),
    db
      .updateTable("posts")
      .set({ ...row, updated_at: at, version: version + 1 })
      .where("id", "=", id),
    db.deleteFrom("post_authors").where("post_id", "=", id),
    db.deleteFrom("post_tags").where("post_id", "=", id),
    db.deleteFrom("post_terms").where("post_id", "=", id),
    ...relate(db, id, draft, row.html),
    ...(moves ? movePath(db, { from: pathOf(before.slug), to: pathOf(draft.slug), at }) : []),
  ]);
  await purgePost(scope, id);
  return version + 1;
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

async function commit(db: Db, queries: Parameters<typeof runBatch>[1]): Promise<void> {
  try {
    await runBatch(db, queries);
  } catch (error) {
    const { message } = error as Error;
    if (message.includes("post_revisions.version"))
      throw new ConflictError("Somebody else has saved this article since you opened it.", { cause: error });
    if (message.includes("posts.slug")) throw new ConflictError("Another article has this address.", { cause: error });
    throw error;
  }
}
