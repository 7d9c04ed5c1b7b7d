import type { Compilable } from "kysely";
import { runRecorded, runVersioned } from "../../audit/run-versioned.ts";
import type { UserId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaFormerId, MediaItemId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { purgeTags } from "../../lib/purge.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { cleanFileName, isKeyLike, nameItem, tagItem } from "./file-names.ts";
import { planVariants, storeFile, type StoredFile, type StoreScope } from "./store-file.ts";
import { planTerms } from "./terms.ts";

export interface SentFile {
  name: string;
  bytes: Uint8Array;
  variants: readonly Uint8Array[];
  placeholder: string;
  actor: UserId | null;
  /** Run with the change, such as what ends the upload. */
  queries?: readonly Compilable[];
}

/** What an export tells of an item: where articles find it, and what is written about it. */
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
  { id, actor, queries = [], restored, ...sent }: SentFile & { id: MediaItemId; restored?: RestoredItem },
  scope: StoreScope,
): Promise<void> {
  const name = cleanFileName(sent.name);
  const { columns, variants } = await storeFile(scope, { ...sent, id, name });
  const at = now();
  const key = nameItem({ id, name, type: columns.type });
  if (restored && !isKeyLike(restored.key, key)) throw refuse("This is no address of a file of the library.");
  const { alt, caption, focus } = restored ?? { alt: "", caption: "", focus: { x: 0.5, y: 0.5 } };
  const texts = { alt, caption, focus_x: focus.x, focus_y: focus.y };
  const item = { id, key: restored?.key ?? key, name, ...columns, ...texts };
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: id,
    audit: { action: "media.added", detail: { name, type: columns.type, bytes: columns.bytes } },
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

interface Replaced {
  id: MediaItemId;
  /** Of the item as its reader saw it. */
  version: number;
  actor: UserId | null;
}

/** What a change of an item's file needs besides: the caches that hold it are purged. */
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
    throw refuse("A picture can be replaced by a picture, and a PDF by a PDF.");
  if (stored.columns.sha256 === item.sha256) throw refuse("This is the file that is shown already.");
  return swapFile(db, { id, version, actor, item, next: stored, queries }, scope);
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
  const queries = [db.deleteFrom("media_former").where("id", "=", former)];
  return swapFile(db, { id, version, actor, item, next: { columns: found, variants: [] }, queries }, scope);
}

interface Swap extends Replaced {
  item: StoredFile["columns"];
  next: StoredFile;
  queries: readonly Compilable[];
}

async function swapFile(
  db: Db,
  { id, version, actor, item, next, queries }: Swap,
  { requestId, ctx, log }: ReplaceScope,
): Promise<number> {
  const { columns, variants } = next;
  const made = await runVersioned(db, {
    actor,
    requestId,
    table: "media_items",
    id,
    version,
    set: { ...columns, updated_at: now(), updated_by: actor, stale: 1 },
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

function refuse(words: string): InvalidInputError {
  return new InvalidInputError({ file: [words] }, words);
}
