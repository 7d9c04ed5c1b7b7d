import { sql } from "kysely";
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { longestText } from "#shared/media/media-library.ts";
import { type Doer, runVersioned } from "../../audit/run-versioned.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError } from "../../lib/errors.ts";
import { changedMeanwhile } from "./add-item.ts";
import { cleanFileName } from "./file-names.ts";
import { planTerms } from "./terms.ts";

const text = z
  .string()
  .transform((written) => cleanLine(written))
  .pipe(z.string().max(longestText, `At most ${longestText} characters.`));
const share = z.coerce.number().min(0).max(1);

/** What staff write about an item. */
export const itemTextsSchema = z.object({
  name: z.string().trim().min(1, "Give it a name.").transform(cleanFileName),
  alt: text,
  caption: text,
  focus: z.object({ x: share, y: share }),
});

interface ItemChange extends Doer {
  id: MediaItemId;
  /** Of the item as its reader saw it. */
  version: number;
  /** The name of the API token that it comes by. */
  via?: string | undefined;
}

/**
 * Stores what is written about an item. Articles keep their own texts. Returns the new version.
 * @throws {ConflictError} when somebody has changed it since
 */
export async function describeItem(
  db: Db,
  { id, version, actor, requestId, via, ...texts }: ItemChange & z.output<typeof itemTextsSchema>,
): Promise<number> {
  const { name, alt, caption, focus } = texts;
  return runVersioned(db, {
    actor,
    requestId,
    table: "media_items",
    id,
    version,
    where: sql<boolean>`deleted_at is null`,
    set: { name, alt, caption, focus_x: focus.x, focus_y: focus.y, updated_at: now(), updated_by: actor },
    audit: { action: "media.described", detail: { name, ...(via && { via }) } },
    conflict: changedMeanwhile,
    queries: planTerms(db, id, texts),
  });
}

/**
 * Deletes an item that no article uses. Its files go after their term; until then it can be taken back. Returns the new
 * version.
 * @throws {ConflictError} when an article uses it, or somebody has changed it since
 */
export async function deleteItem(db: Db, { id, version, actor, requestId }: ItemChange): Promise<number> {
  const used = await db.selectFrom("media_uses").select("insight_id").where("item_id", "=", id).executeTakeFirst();
  if (used) throw new ConflictError("An article uses it.");
  return runVersioned(db, {
    actor,
    requestId,
    table: "media_items",
    id,
    version,
    // Once more, in the transaction: an article may have begun to use it.
    where: sql<boolean>`deleted_at is null and not exists (select 1 from media_uses where item_id = media_items.id)`,
    set: { deleted_at: now(), updated_at: now(), updated_by: actor },
    audit: { action: "media.deleted" },
    conflict: changedMeanwhile,
  });
}

/**
 * Takes a deleted item back. Returns the new version.
 * @throws {ConflictError} when it is there, or somebody has changed it since
 */
export async function undeleteItem(db: Db, { id, version, actor, requestId }: ItemChange): Promise<number> {
  return runVersioned(db, {
    actor,
    requestId,
    table: "media_items",
    id,
    version,
    where: sql<boolean>`deleted_at is not null`,
    set: { deleted_at: null, updated_at: now(), updated_by: actor },
    audit: { action: "media.restored" },
    conflict: changedMeanwhile,
  });
}
