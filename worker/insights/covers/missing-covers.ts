/** Covers that no browser has drawn yet with the title of their article: it came from a program, an import or a plain form. */
import { type RawBuilder, sql } from "kysely";
import type { CoverPart } from "#shared/insights/cover-sizes.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { InsightId } from "../../db/insights-tables.ts";
import type { SaveScope } from "../purge-insight.ts";
import { planPurge, sendPurge } from "../purges.ts";
import { lacksPictures } from "./lacks-pictures.ts";

/** Most covers in one answer to a browser. */
const mostAtOnce = 20;

/** The query of the articles whose cover is to be drawn: the cover is JSON, as `InsightDraft` has it. */
export function selectMissingCovers(db: Db) {
  return db
    .selectFrom(
      sql<{ id: InsightId; title: string; cover: string }>`(SELECT id, title, cover FROM insights
        INDEXED BY insights_lacking_share_image WHERE ${lacksPictures()})`.as("insights"),
    )
    .select(["insights.id", "insights.title", "insights.cover"])
    .orderBy("insights.id", "desc")
    .limit(mostAtOnce);
}

/** How many there are, as SQL. */
export function countMissingCovers(): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM insights INDEXED BY insights_lacking_share_image WHERE ${lacksPictures()})`;
}

interface DrawnCover {
  id: InsightId;
  /** As they were drawn; an article that has another cover or title by now keeps waiting. */
  cover: string;
  title: string;
  /** The keys of the drawings, as `storeCover` returned them. */
  pictures: Readonly<Record<CoverPart, string>>;
  actor: AccountId;
}

/**
 * Gives an article the drawings of its cover: what readers see, the newest revision, or both, where they have that
 * cover and title. Its version stays: nobody's work is touched. A drawn cover that readers see and nobody has described is
 * decorative.
 * @throws {ConflictError} when the article has drawings or another cover by now, or is gone
 */
export async function fillCover(
  db: Db,
  { id, cover, title, pictures, actor }: DrawnCover,
  scope: SaveScope,
): Promise<void> {
  const { wide, card, share } = pictures;
  const asDrawn = db
    .selectFrom("insights")
    .select("id")
    .where("id", "=", id)
    .where("cover", "=", cover)
    .where("title", "=", title)
    .where(lacksPictures());
  const describe = (alt: RawBuilder<string | null>) =>
    sql<
      string | null
    >`CASE WHEN ${cover} ->> '$.motif' IS NULL OR (SELECT status FROM insights WHERE id = ${id}) = 'draft'
      THEN ${alt} ELSE coalesce(${alt}, '') END`;
  const shown = db
    .updateTable("insights")
    .set({ cover_wide: wide, cover_card: card, share_image: share, cover_alt: describe(sql.ref("cover_alt")) })
    .where("id", "=", id);
  const revisions = db
    .updateTable("insight_revisions")
    .set({
      content: sql<string>`json_set(content, '$.pictures', json(${JSON.stringify({ wide, card, share, title })}),
        '$.coverAlt', ${describe(sql`content ->> '$.coverAlt'`)})`,
    })
    .where("insight_id", "=", id)
    .where(
      "version",
      "in",
      sql<never>`(SELECT edited_version FROM insights WHERE id = ${id} UNION SELECT shown_version FROM insights WHERE id = ${id})`,
    ).where(sql<boolean>`content -> '$.cover' = ${cover}
      AND (content ->> '$.pictures' IS NULL OR content ->> '$.pictures.title' <> ${title})
      AND coalesce(nullif(content ->> '$.title', ''), 'Untitled') = ${title}`);
  const post = await db.selectFrom("insights").select(["slug", "status"]).where("id", "=", id).executeTakeFirst();
  // What shows the article, and nothing else: a browser that draws many of them sends one each second.
  const purge = post?.status === "published" ? planPurge(db, [`post:${post.slug}`]) : null;
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "post.cover_drawn", detail: { wide } },
    given: { rows: asDrawn, conflict: "This article has its cover already, or another one." },
    queries: [revisions, shown, ...(purge ? [purge.query] : [])],
  });
  if (purge) await sendPurge(db, purge, scope);
}
