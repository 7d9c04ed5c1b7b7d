/** Covers of articles that came without a browser, from a program or an import: named, and not drawn yet. */
import { type RawBuilder, sql } from "kysely";
import type { CoverPart } from "#app/shared/cover-sizes.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { UserId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { PostId } from "../../db/insights-tables.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import { planPurgeOfAll, type SaveScope } from "../purge-post.ts";
import { sendPurge } from "../purges.ts";

/** Most that a browser is told of at a time. */
const mostAtOnce = 20;

/** As the index `posts_lacking_pictures` says it. An uploaded picture that readers see has to be described first. */
const lacksPictures = () =>
  sql<boolean>`posts.cover IS NOT NULL AND posts.cover_card IS NULL AND posts.trashed_at IS NULL
    AND (posts.cover_alt IS NOT NULL OR posts.status = 'draft' OR posts.cover ->> '$.motif' IS NOT NULL)`;

/** The query of the articles whose cover is to be drawn: the cover is JSON, as `PostDraft` has it. */
export function selectMissingCovers(db: Db) {
  return db
    .selectFrom(
      sql<{ id: PostId; title: string; cover: string }>`(SELECT id, title, cover FROM posts
        INDEXED BY posts_lacking_pictures WHERE ${lacksPictures()})`.as("posts"),
    )
    .select(["posts.id", "posts.title", "posts.cover"])
    .orderBy("posts.id", "desc")
    .limit(mostAtOnce);
}

/** How many there are, as SQL. */
export function countMissingCovers(): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM posts INDEXED BY posts_lacking_pictures WHERE ${lacksPictures()})`;
}

interface DrawnCover {
  id: PostId;
  /** As they were drawn; an article that has another cover or title by now keeps waiting. */
  cover: string;
  title: string;
  /** Where the drawings lie, as `storeCover` has told. */
  pictures: Readonly<Record<CoverPart, string>>;
  actor: UserId;
}

/**
 * Gives an article the drawings of its cover: what readers see, the newest revision, or both, as far as they have that
 * cover and title. Its version stays: nobody's work is touched. A drawn cover that readers see and nobody has described is
 * decorative.
 * @throws {InvalidInputError} for drawings that were not stored
 * @throws {ConflictError} when the article has drawings or another cover by now, or is gone
 */
export async function fillCover(
  db: Db,
  { id, cover, title, pictures, actor }: DrawnCover,
  scope: SaveScope,
): Promise<void> {
  const { wide, card, share } = pictures;
  const stored = await db.selectFrom("media").select("key").where("key", "in", [wide, card, share]).execute();
  if (stored.length < 3) throw new InvalidInputError({ pictures: ["Store the drawings first."] });
  const asDrawn = db
    .selectFrom("posts")
    .select("id")
    .where("id", "=", id)
    .where("cover", "=", cover)
    .where("title", "=", title)
    .where(lacksPictures());
  const describe = (alt: RawBuilder<string | null>) =>
    sql<string | null>`CASE WHEN ${cover} ->> '$.motif' IS NULL OR (SELECT status FROM posts WHERE id = ${id}) = 'draft'
      THEN ${alt} ELSE coalesce(${alt}, '') END`;
  const shown = db
    .updateTable("posts")
    .set({ cover_wide: wide, cover_card: card, share_image: share, cover_alt: describe(sql.ref("cover_alt")) })
    .where("id", "=", id);
  const revisions = db
    .updateTable("post_revisions")
    .set({
      content: sql<string>`json_set(content, '$.pictures', json(${JSON.stringify({ wide, card, share })}),
        '$.coverAlt', ${describe(sql`content ->> '$.coverAlt'`)})`,
    })
    .where("post_id", "=", id)
    .where(
      "version",
      "in",
      sql<never>`(SELECT edited_version FROM posts WHERE id = ${id} UNION SELECT shown_version FROM posts WHERE id = ${id})`,
    ).where(sql<boolean>`content -> '$.cover' = ${cover} AND content ->> '$.pictures' IS NULL
      AND coalesce(nullif(content ->> '$.title', ''), 'Untitled') = ${title}`);
  const purge = planPurgeOfAll(db);
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "post.cover_drawn", detail: { wide } },
    given: { rows: asDrawn, conflict: "This article has its cover already, or another one." },
    queries: [revisions, shown, purge.query],
  });
  await sendPurge(db, purge, scope);
}
