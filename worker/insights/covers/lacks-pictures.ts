import { sql } from "kysely";

/**
 * True of a row of `posts` whose cover is to be drawn, as the index `posts_lacking_share_image` says it. An uploaded picture
 * that readers see has to be described first.
 */
export function lacksPictures() {
  return sql<boolean>`posts.cover IS NOT NULL AND posts.share_image IS NULL AND posts.trashed_at IS NULL
    AND (posts.cover_alt IS NOT NULL OR posts.status = 'draft' OR posts.cover ->> '$.motif' IS NOT NULL)`;
}
