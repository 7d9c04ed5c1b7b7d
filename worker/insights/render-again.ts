/** Articles whose pictures have changed without them: in parts, as a request may ask D1 a thousand times at most. */
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { InsightId } from "../db/insights-tables.ts";
import type { MediaItemId } from "../db/media-tables.ts";
import type { SaveScope } from "./purge-insight.ts";
import { planPurge, sendPurge } from "./purges.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { readSizes } from "./show-insight.ts";

/** Articles of one part: their texts are in memory at once, and each is a statement. */
export const partSize = 10;
/** What one run of the job renders at most: parts, and characters of Markdown. */
const mostParts = 20;
const mostCharacters = 4_000_000;
/** After so many files that fail in one run, whatever is wrong is wrong with all. D1 takes 100 values in a query. */
const mostFailures = 90;

/** How often an article is read anew that somebody saves meanwhile. */
const mostTries = 3;

/**
 * Renders the first of the articles that show the item `id`, whose file was replaced, and purges what caches hold of them.
 * The item counts as stale until `renderStale` has rendered the others.
 */
export async function renderAgain(db: Db, id: MediaItemId, scope: SaveScope): Promise<void> {
  const item = await selectStale(db).where("id", "=", id).executeTakeFirst();
  if (item) await renderPart(db, item, scope);
}

/**
 * Goes on with what shows a replaced file and was not rendered since, the oldest first; says how many articles it was. A file
 * that fails keeps no other waiting: it stays stale, and the next run tries it again.
 * @throws {AggregateError} once the others are rendered, so that the run is shown as failed
 */
export async function renderStale(db: Db, scope: SaveScope): Promise<{ rendered: number; more: boolean } | void> {
  let [rendered, characters] = [0, 0];
  let more = true;
  const failures = new Map<MediaItemId, unknown>();
  for (let parts = 0; parts < mostParts && characters < mostCharacters && failures.size < mostFailures;) {
    const item = await selectStale(db, [...failures.keys()])
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!item) {
      more = false;
      break;
    }
    try {
      const done = await renderPart(db, item, scope);
      parts += 1;
      rendered += done.rendered;
      characters += done.characters;
    } catch (error) {
      scope.log.error("not rendered", error, { item: item.id });
      failures.set(item.id, error);
    }
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), `${failures.size} files could not be shown anew.`);
  return rendered > 0 || more ? { rendered, more } : undefined;
}

interface StaleItem {
  id: MediaItemId;
  rendered_to: InsightId | "";
  render_turn: number;
}

export function selectStale(db: Db, without: readonly MediaItemId[] = []) {
  return db
    .selectFrom("media_items")
    .select(["id", "rendered_to", "render_turn"])
    .where("stale", "=", 1)
    .$if(without.length > 0, (query) => query.where("id", "not in", without));
}

/** The articles that show an item and come after `from`: one part of them. */
export function selectPart(db: Db, { id, rendered_to }: Pick<StaleItem, "id" | "rendered_to">) {
  return db
    .selectFrom("media_uses")
    .select("insight_id")
    .where("item_id", "=", id)
    .where("insight_id", ">", rendered_to as InsightId)
    .where("place", "=", "shown")
    .orderBy("insight_id")
    .limit(partSize);
}

async function renderPart(
  db: Db,
  item: StaleItem,
  scope: SaveScope,
): Promise<{ rendered: number; characters: number }> {
  const ids = (await selectPart(db, item).execute()).map(({ insight_id }) => insight_id);
  const last = ids.length < partSize ? undefined : ids.at(-1);
  const { slugs, characters } = await renderPosts(db, ids);
  const purge =
    slugs.length > 0
      ? planPurge(
          db,
          slugs.map((slug) => `post:${slug}`),
        )
      : null;
  const progress = db
    .updateTable("media_items")
    .set(last === undefined ? { stale: 0, rendered_to: "" } : { rendered_to: last })
    .where("id", "=", item.id)
    // Replaced once more meanwhile, it begins anew.
    .where("render_turn", "=", item.render_turn);
  await runBatch(db, [progress, ...(purge ? [purge.query] : [])]);
  if (purge) await sendPurge(db, purge, scope);
  return { rendered: ids.length, characters };
}

/** Renders articles with the pictures as they are now. Returns the slugs of those that caches may hold. */
async function renderPosts(db: Db, ids: readonly InsightId[]) {
  const slugs: string[] = [];
  let left = ids;
  let characters = 0;
  for (let tries = 1; tries <= mostTries && left.length > 0; tries += 1) {
    const posts = await db
      .selectFrom("insights")
      .select(["id", "markdown", "slug", "status", "version"])
      .where("id", "in", left)
      .execute();
    const sizes = await readSizes(db, posts.map(({ markdown }) => markdown).join("\n"));
    const updates = posts.map(({ id, markdown, version }) =>
      db
        .updateTable("insights")
        .set({ html: renderMarkdown(markdown, sizes).html })
        .where("id", "=", id)
        .where("version", "=", version)
        .returning("id"),
    );
    if (updates.length === 0) break;
    const results = await runBatch(db, updates);
    characters += posts.reduce((sum, { markdown }) => sum + markdown.length, 0);
    if (tries === 1) slugs.push(...posts.filter(({ status }) => status !== "draft").map(({ slug }) => slug));
    // Somebody has saved them meanwhile, perhaps with the former file.
    left = posts
      .filter((_, at) => readRows(updates[at] as (typeof updates)[number], results[at]).length === 0)
      .map(({ id }) => id);
  }
  return { slugs, characters };
}
