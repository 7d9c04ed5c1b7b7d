import { partSize } from "#shared/media/media-library.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId } from "../../db/media-tables.ts";
import { refuseFile } from "../../lib/errors.ts";
import type { ReplaceScope } from "../library/add-item.ts";
import { finishUpload, type FinishedUpload } from "./finish.ts";
import { beginUpload, readUpload, takePart, uploadSchema } from "./upload.ts";

/** Most bytes of a file that a form sends by itself, where no script runs. */
export const largestPosted = partSize;

interface PostedFile {
  file: File;
  user: AccountId;
  /** The item whose file it replaces, and its version. */
  replaces?: { id: MediaItemId; version: number };
}

/**
 * Takes a file that a form has sent whole, as an upload of one part.
 * @throws {InvalidInputError} for what the library does not take
 */
export async function takeFile(
  db: Db,
  { file, user, replaces }: PostedFile,
  scope: ReplaceScope,
): Promise<FinishedUpload> {
  if (file.size === 0) throw refuseFile("Choose a file first.");
  if (file.size > largestPosted) throw refuseFile("Without JavaScript a file may have at most 5 MB.");
  const asked = uploadSchema.parse({ name: file.name, bytes: file.size });
  const { id } = await beginUpload(db, scope.env, { ...asked, user, ...(replaces && { replaces }) });
  const upload = await readUpload(db, { id, user });
  const request = new Request("https://upload.invalid", { method: "POST", body: await file.arrayBuffer() });
  await takePart(db, scope.env, { upload, request, from: 0 });
  const whole = { ...upload, received: file.size };
  return finishUpload(db, { upload: whole, actor: user, variants: [], placeholder: "" }, scope);
}
