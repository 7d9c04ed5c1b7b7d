import { day } from "#shared/dates/durations.ts";
import { hashBytes } from "#shared/text/hash.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId, MediaUploadId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { inspectFile } from "../formats/inspect-file.ts";
import { addItem } from "../library/add-item.ts";
import { cleanFileName } from "../library/file-names.ts";
import type { StoreScope } from "../library/store-file.ts";
import { findSame } from "./finish.ts";

interface WholeFile {
  name: string;
  bytes: Uint8Array;
  alt: string;
  caption: string;
  user: AccountId;
  /** The name of the API token that it comes by. */
  via: string;
}

/**
 * Makes a file that has come whole an item of the library, or finds the one that has the same file already. No browser has
 * made its further widths: the Images binding does, or the next browser that opens the library.
 * @throws {InvalidInputError} for what the library does not take
 */
export async function takeWhole(
  db: Db,
  { user, ...file }: WholeFile,
  scope: StoreScope,
): Promise<{ id: MediaItemId; isKnown: boolean }> {
  const { bytes } = file;
  inspectFile(bytes);
  const known = await findSame(db, await hashBytes(bytes));
  if (known) return { id: known, isKnown: true };
  const id = newId<MediaItemId>();
  const upload = newId<MediaUploadId>();
  // What gets into the bucket and not into the database is swept with this row.
  await db
    .insertInto("media_uploads")
    .values({
      id: upload,
      account_id: user,
      item_id: id,
      replaces_version: null,
      name: cleanFileName(file.name),
      bytes: bytes.length,
      received: bytes.length,
      sha256: "",
      multipart_id: null,
      finished_item: null,
      created_at: now(),
      expires_at: now() + day,
    })
    .execute();
  const end = db.deleteFrom("media_uploads").where("id", "=", upload);
  await addItem(db, { ...file, id, actor: user, variants: [], placeholder: "", queries: [end] }, scope);
  return { id, isKnown: false };
}
