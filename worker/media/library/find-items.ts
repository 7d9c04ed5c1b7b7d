import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { NotFoundError } from "../../lib/errors.ts";
import { summaryColumns } from "./list-items.ts";
import { selectByWords } from "./terms.ts";

/** Items of the library that are not deleted. */
function selectPresent(db: Db) {
  return db
    .selectFrom("media_items")
    .select(summaryColumns)
    .select("media_items.lacks_widths")
    .where("media_items.deleted_at", "is", null);
}

export type FoundItem = Awaited<ReturnType<typeof readFoundItem>>;

/**
 * The item `id`. One query.
 * @throws {NotFoundError} when it is not there, or deleted
 */
export async function readFoundItem(db: Db, id: MediaItemId) {
  const item = await selectPresent(db).where("media_items.id", "=", id).executeTakeFirst();
  if (!item) throw new NotFoundError("There is no such file.");
  return item;
}

interface Wanted {
  /** Words of names, alternative texts and captions, or their beginnings. */
  words: string;
  /** The items that were added before this one. */
  after?: MediaItemId | undefined;
  limit: number;
}

/** The query of the items with `words`, the newest first. */
export function selectFoundItems(db: Db, { words, after, limit }: Wanted) {
  let items = selectPresent(db);
  for (const found of selectByWords(db, words)) items = items.where("media_items.id", "in", found);
  return items
    .$if(after !== undefined, (query) => query.where("media_items.id", "<", after ?? ("" as MediaItemId)))
    .orderBy("media_items.id", "desc")
    .limit(limit);
}
