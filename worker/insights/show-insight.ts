import { sql } from "kysely";
import { nameOnCard } from "#shared/insights/cover-sizes.ts";
import type { Db } from "#worker/db/client.ts";
import type { InsightId, InsightStatus } from "#worker/db/insights-tables.ts";
import { movePath } from "#worker/db/redirects.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { toDarkVariantKey } from "#worker/media/dark-variant.ts";
import { readPictures } from "#worker/media/library/read-pictures.ts";
import { planUses } from "#worker/media/library/uses.ts";
import { checkPublishable, type InsightDraft, readShareImage } from "./insight-draft.ts";
import { type PictureSizes, renderMarkdown } from "./render-markdown.ts";

/** Of an article as it stands, what decides how another revision of it is shown. */
export interface ShownInsight {
  slug: string;
  status: InsightStatus;
}

/**
 * What makes the row of the article `id` show `draft`: its new columns, and the queries that belong to them. An article
 * that readers may know gets a redirect from its old address.
 * @throws {InvalidInputError} by field, when it is published and `draft` lacks what that asks for
 */
export async function planShow(
  db: Db,
  { id, draft, before, at }: { id: InsightId; draft: InsightDraft; before: ShownInsight; at: number },
) {
  if (before.status === "published") checkPublishable(draft);
  const row = await prepareRow(db, draft);
  const moves = before.slug !== draft.slug && before.status !== "draft";
  return {
    set: { ...row, updated_at: at },
    queries: [
      db.deleteFrom("insight_authors").where("insight_id", "=", id),
      db.deleteFrom("insight_tags").where("insight_id", "=", id),
      ...relateInsight(db, id, draft),
      ...(moves ? movePath(db, { from: pathOf(before.slug), to: pathOf(draft.slug), at }) : []),
      // Addresses of another site that lead to a draft, which an import brought, go with it.
      ...(before.status === "draft" && before.slug !== draft.slug ? [leadTo(db, before.slug, draft.slug)] : []),
    ],
  };
}

function pathOf(slug: string): string {
  return `/insights/${slug}`;
}

function leadTo(db: Db, before: string, slug: string) {
  return db
    .updateTable("redirects")
    .set({ to_path: pathOf(slug) })
    .where("to_path", "=", pathOf(before));
}

/** The columns of `insights` that show `draft`. */
export async function prepareRow(db: Db, draft: InsightDraft) {
  const { html, contents, words, minutes } = renderMarkdown(draft.markdown, await readSizes(db, draft.markdown));
  return {
    slug: draft.slug,
    title: nameOnCard(draft.title),
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
    share_image: readShareImage(draft),
    cover_alt: draft.coverAlt,
    seo_title: draft.seoTitle,
    seo_description: draft.seoDescription,
    canonical_url: draft.canonicalUrl,
    noindex: draft.noindex ? (1 as const) : (0 as const),
  };
}

/** Sizes of the pictures that a text shows (or several, joined) and of their dark variants, if any. */
export async function readSizes(db: Db, markdown: string): Promise<PictureSizes> {
  const pictures = await readPictures(db, markdown);
  const named = Array.from(markdown.matchAll(/\/media\/([a-z0-9/._-]+)/g), ([, key = ""]) => key);
  const keys = [...new Set(named)].filter((key) => !pictures.has(`/media/${key}`));
  if (keys.length === 0) return pictures;
  const variants = [...keys, ...keys.map(toDarkVariantKey)];
  const rows = await db
    .selectFrom("media")
    .select(["key", "width", "height"])
    .where("key", "in", sql<string>`(SELECT value FROM json_each(${JSON.stringify(variants)}))`)
    .execute();
  return new Map([...pictures, ...rows.map(({ key, width, height }) => [`/media/${key}`, { width, height }] as const)]);
}

/** Byline, tags, and what it uses of the media library. Lists travel as JSON: a statement takes a hundred parameters. */
export function relateInsight(db: Db, id: InsightId, draft: InsightDraft) {
  return [
    db
      .insertInto("insight_authors")
      .columns(["insight_id", "position", "author_id"])
      .expression(sql`SELECT ${id}, key, value FROM json_each(${JSON.stringify(draft.authorIds)})`),
    db
      .insertInto("insight_tags")
      .columns(["insight_id", "tag_id"])
      .expression(sql`SELECT ${id}, value FROM json_each(${JSON.stringify(draft.tagIds)})`),
    ...planUses(db, { id, content: JSON.stringify(draft), places: ["shown"] }),
  ];
}

/** Throws ConflictError for an address that another article has, and any other `error` as it is. */
export function refuseTaken(error: unknown): never {
  if (String(error).includes("UNIQUE constraint failed: insights.slug"))
    throw new ConflictError("Another article has this address.", { cause: error });
  throw error;
}
