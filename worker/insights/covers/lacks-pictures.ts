import { sql } from "kysely";

/**
 * True of a row of `insights` whose cover is to be drawn, as the index `insights_lacking_share_image` says it. An uploaded picture
 * that readers see has to be described first.
 */
export function lacksPictures() {
  return sql<boolean>`insights.cover IS NOT NULL AND insights.share_image IS NULL AND insights.trashed_at IS NULL
    AND (insights.cover_alt IS NOT NULL OR insights.status = 'draft' OR insights.cover ->> '$.motif' IS NOT NULL)`;
}
