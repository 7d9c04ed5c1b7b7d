import { type Db, runBatch } from "../db/client.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import type { SaveScope } from "./purge-post.ts";
import { planPurge, sendPurge } from "./purges.ts";
import { renderPost } from "./show-post.ts";

/** How often an article is read anew that somebody saves meanwhile. */
const mostTries = 3;

/**
 * Renders every article anew that shows the item `id`, whose file was replaced, and purges what caches hold of them.
 * Returns how many. Until it has done so the item counts as stale, and `renderStale` takes over.
 */
export async function renderAgain(db: Db, id: MediaItemId, scope: SaveScope): Promise<number> {
  const uses = await db
    .selectFrom("media_uses")
    .select("post_id")
    .where("item_id", "=", id)
    .where("place", "=", "shown")
    .execute();
  const slugs: string[] = [];
  for (const { post_id } of uses) {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const post = await db
        .selectFrom("posts")
        .select(["markdown", "slug", "status", "version"])
        .where("id", "=", post_id)
        .executeTakeFirst();
      if (!post) break;
      const { html } = await renderPost(db, post.markdown);
      const update = db
        .updateTable("posts")
        .set({ html })
        .where("id", "=", post_id)
        .where("version", "=", post.version);
      const [result] = await runBatch(db, [update]);
      if (result?.meta.changes === 0 && tries < mostTries) continue;
      if (post.status !== "draft") slugs.push(post.slug);
      break;
    }
  }
  const fresh = db.updateTable("media_items").set({ stale: 0 }).where("id", "=", id);
  const tags = slugs.map((slug) => `post:${slug}`);
  const purge = tags.length > 0 ? planPurge(db, tags) : null;
  await runBatch(db, [fresh, ...(purge ? [purge.query] : [])]);
  if (purge) await sendPurge(db, purge, scope);
  return uses.length;
}

/** Most items that one run of the job takes. */
const mostStale = 20;

/** Renders what shows a replaced file and was not rendered with the replacement, because D1 failed or the Worker ended. */
export async function renderStale(db: Db, scope: SaveScope): Promise<{ rendered: number } | void> {
  const stale = await selectStale(db).execute();
  for (const { id } of stale) await renderAgain(db, id, scope);
  if (stale.length > 0) return { rendered: stale.length };
}

export function selectStale(db: Db) {
  return db.selectFrom("media_items").select("id").where("stale", "=", 1).limit(mostStale);
}
