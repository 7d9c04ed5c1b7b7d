import type { Compilable } from "kysely";
import { hashBytes } from "#shared/text/hash.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import { addItem, replaceFile, type ReplaceScope, type RestoredItem } from "../library/add-item.ts";
import { dropUpload, nameUpload, readSent, type Upload } from "./upload.ts";

interface Finished {
  upload: Upload;
  actor: AccountId;
  /** WebP at other widths, and a tiny one as base64, as the browser made them. */
  variants: readonly Uint8Array[];
  placeholder: string;
  /** Its description in an export. */
  restored?: RestoredItem;
  /** Run with the change that makes it a new item, whose id they get. */
  queriesFor?: (item: MediaItemId) => readonly Compilable[];
}

/** What an upload has become. */
export interface FinishedUpload {
  id: MediaItemId;
  /** The file was in the library before. */
  isKnown: boolean;
  /** Articles have to be rendered anew. */
  isReplacement: boolean;
}

/**
 * Makes what has come an item of the library, or the file of the item that it replaces. Asked again, it says the same.
 * @throws {InvalidInputError} for what the library does not take; the upload is over then
 * @throws {ConflictError} while not all has come, or when somebody has changed the item that it replaces
 */
export async function finishUpload(
  db: Db,
  { upload, actor, variants, placeholder, restored, queriesFor }: Finished,
  scope: ReplaceScope,
): Promise<FinishedUpload> {
  const { id, item_id: itemId, replaces_version: version, name } = upload;
  const isReplacement = version !== null;
  if (upload.finished_item !== null) return { id: upload.finished_item, isKnown: false, isReplacement };
  const bytes = await readSent(db, scope.env, upload);
  const known = isReplacement || restored ? null : await findSame(db, await hashBytes(bytes));
  if (known) {
    await dropUpload(db, scope.env, upload);
    return { id: known, isKnown: true, isReplacement };
  }
  const end = db.updateTable("media_uploads").set({ finished_item: itemId }).where("id", "=", id);
  const sent = { name, bytes, variants, placeholder, actor, queries: [end] };
  try {
    await (isReplacement
      ? replaceFile(db, { ...sent, id: itemId, version }, scope)
      : addItem(
          db,
          { ...sent, id: itemId, ...(restored && { restored }), queries: [end, ...(queriesFor?.(itemId) ?? [])] },
          scope,
        ));
  } catch (error) {
    // What was put into the bucket by then is swept with the row.
    if (error instanceof InvalidInputError)
      await db.updateTable("media_uploads").set({ expires_at: now() }).where("id", "=", id).execute();
    throw error;
  }
  // What cannot be deleted now is swept with the row.
  await scope.env.MEDIA.delete(nameUpload(id)).catch((error: unknown) => scope.log.error("upload not deleted", error));
  return { id: itemId, isKnown: false, isReplacement };
}

/** The item with the file that has this hash; null where there is none. */
export async function findSame(db: Db, sha256: string): Promise<MediaItemId | null> {
  const found = await db
    .selectFrom("media_items")
    .select("id")
    .where("sha256", "=", sha256)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found?.id ?? null;
}
