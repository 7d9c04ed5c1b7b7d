import { type Compilable, sql } from "kysely";
import { runRecorded, runVersioned } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { LibraryType, MediaFormerId, MediaItemId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError, NotFoundError, refuseFile } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { purgeTags } from "#worker/lib/http/purge.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { cleanFileName, isKeyLike, nameItem, tagItem } from "./file-names.ts";
import { planVariants, storeFile, type StoredFile, type StoreScope, takesWidths } from "./store-file.ts";
import { planTerms } from "./terms.ts";

export interface SentFile {
  name: string;
  bytes: Uint8Array;
  variants: readonly Uint8Array[];
  placeholder: string;
  actor: AccountId | null;
  /** The name of the API token that it comes by. */
  via?: string | undefined;
  /** Run with the change, such as what ends the upload. */
  queries?: readonly Compilable[];
}

interface NewItem {
  id: MediaItemId;
  alt?: string;
  caption?: string;
  restored?: RestoredItem;
}

/** An item as an export describes it: where articles find it, and what is written about it. */
export interface RestoredItem {
  key: string;
  alt: string;
  caption: string;
  focus: { x: number; y: number };
}

/**
 * Makes a file an item of the library, with the id `id`.
 * @throws {InvalidInputError} for what the library does not take, or a key that no item of this id and type has
 */
export async function addItem(
  db: Db,
  { id, actor, via, queries = [], restored, ...sent }: SentFile & NewItem,
  scope: StoreScope,
): Promise<void> {
  const name = cleanFileName(sent.name);
  const { columns, variants } = await storeFile(scope, { ...sent, id, name });
  const at = now();
  const key = nameItem({ id, name, type: columns.type });
  if (restored && !isKeyLike(restored.key, key)) throw refuseFile("This is no address of a file of the library.");
  const { alt = "", caption = "" } = restored ?? sent;
  const focus = restored?.focus ?? { x: 0.5, y: 0.5 };
  const texts = { alt, caption, focus_x: focus.x, focus_y: focus.y };
  const lacks_widths = judgeWidths(columns.type, variants.length);
  const item = { id, key: restored?.key ?? key, name, ...columns, ...texts, lacks_widths };
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "media.added", detail: { name, type: columns.type, bytes: columns.bytes, ...(via && { via }) } },
    queries: [
      db
        .insertInto("media_items")
        .values({ ...item, created_at: at, created_by: actor, updated_at: at, updated_by: actor, deleted_at: null }),
      ...planVariants(db, variants),
      ...planTerms(db, id, { name, alt, caption }),
      ...queries,
    ],
  });
}

/** Whether a browser has still to make the further widths of a file that has so many of them. */
function judgeWidths(type: LibraryType, variants: number): 0 | 1 {
  return takesWidths(type) && variants === 0 ? 1 : 0;
}

interface Replaced {
  id: MediaItemId;
  /** Of the item as its reader saw it. */
  version: number;
  actor: AccountId | null;
}

/** A change of an item's file also purges the caches that hold it. */
export type ReplaceScope = StoreScope & Pick<RequestScope, "ctx">;

/**
 * Shows another file in the place of the item's. Its address, its texts and where it is used stay; `renderAgain` of the
 * articles belongs to it. The former file can be taken back until its term is over. Returns the new version.
 * @throws {InvalidInputError} for what the library does not take, or a PDF for a picture
 * @throws {ConflictError} when somebody has changed the item since
 */
export async function replaceFile(
  db: Db,
  { id, version, actor, queries = [], ...sent }: SentFile & Replaced,
  scope: ReplaceScope,
): Promise<number> {
  const item = await readFileColumns(db, id);
  const stored = await storeFile(scope, { ...sent, id, name: cleanFileName(sent.name) });
  if (isPdf(item.type) !== isPdf(stored.columns.type))
    throw refuseFile("A picture can be replaced by a picture, and a PDF by a PDF.");
  if (stored.columns.sha256 === item.sha256) throw refuseFile("This is the file that is shown already.");
  const lacks_widths = judgeWidths(stored.columns.type, stored.variants.length);
  return swapFile(db, { id, version, actor, item, next: stored, lacks_widths, queries }, scope);
}

/**
 * Shows a former file again. The present one becomes a former one. Returns the new version.
 * @throws {NotFoundError} when its term is over
 * @throws {ConflictError} when somebody has changed the item since
 */
export async function restoreFile(
  db: Db,
  { id, version, actor, former }: Replaced & { former: MediaFormerId },
  scope: ReplaceScope,
): Promise<number> {
  const item = await readFileColumns(db, id);
  const found = await db
    .selectFrom("media_former")
    .select(fileColumns)
    .where("id", "=", former)
    .where("item_id", "=", id)
    .executeTakeFirst();
  if (!found) throw new NotFoundError("This file is no longer kept.");
  const { count } = await db
    .selectFrom("media_variants")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("item_id", "=", id)
    .where("sha256", "=", found.sha256)
    .executeTakeFirstOrThrow();
  const lacks_widths = judgeWidths(found.type, count);
  const queries = [db.deleteFrom("media_former").where("id", "=", former)];
  return swapFile(
    db,
    { id, version, actor, item, next: { columns: found, variants: [] }, lacks_widths, queries },
    scope,
  );
}

interface Swap extends Replaced {
  item: StoredFile["columns"];
  next: StoredFile;
  lacks_widths: 0 | 1;
  queries: readonly Compilable[];
}

async function swapFile(
  db: Db,
  { id, version, actor, item, next, lacks_widths, queries }: Swap,
  { requestId, ctx, log }: ReplaceScope,
): Promise<number> {
  const { columns, variants } = next;
  const made = await runVersioned(db, {
    actor,
    requestId,
    table: "media_items",
    id,
    version,
    set: { ...columns, lacks_widths, updated_at: now(), updated_by: actor, ...staleNow },
    audit: { action: "media.replaced", detail: { type: columns.type, bytes: columns.bytes } },
    conflict: changedMeanwhile,
    queries: [
      db.insertInto("media_former").values({ id: newId<MediaFormerId>(), item_id: id, ...item, replaced_at: now() }),
      ...planVariants(db, variants),
      ...queries,
    ],
  });
  // If this fails the replacement stands, and the caches expire by themselves.
  await purgeTags(ctx, [tagItem(id)]).catch((error: unknown) => log.error("purge failed", error, { item: id }));
  return made;
}

/** New values of an item whose articles are to be rendered again, from the first. */
export const staleNow = { stale: 1, rendered_to: "", render_turn: sql<number>`render_turn + 1` } as const;

export const changedMeanwhile = "Somebody else has changed this file since you opened it.";

const fileColumns = ["file_key", "type", "bytes", "width", "height", "sha256", "placeholder"] as const;

async function readFileColumns(db: Db, id: MediaItemId) {
  const item = await db
    .selectFrom("media_items")
    .select([...fileColumns, "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!item) throw new NotFoundError();
  const { deleted_at, ...columns } = item;
  if (deleted_at !== null) throw new ConflictError("This file is deleted. Take it back first.");
  return columns;
}

function isPdf(type: string): boolean {
  return type === "application/pdf";
}
