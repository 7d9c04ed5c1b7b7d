/**
 * Uploads that go on where they broke off. A file of up to 5 MB comes at once, a larger one in parts of 5 MB; what has come
 * waits under a private prefix of the bucket until all of it is there.
 */
import { z } from "zod";
import { day } from "#shared/dates/durations.ts";
import { largestFile, partSize, type UploadState } from "#shared/media/media-library.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { MediaItemId, MediaUploadId } from "../../db/media-tables.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError, NotFoundError, refuseFile, TooManyAttemptsError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { readPart } from "../../lib/uploads/read-part.ts";
import { refuseByStart } from "../formats/inspect-file.ts";
import { cleanFileName } from "../library/file-names.ts";
import { privatePrefix } from "../private-prefix.ts";

/** How long an upload waits for its next part, in milliseconds. */
const uploadLife = 2 * day;
/** Uploads of one person that may be unfinished. */
const mostUnfinished = 60;

const tooLarge = "This file has more than 25 MB. Make it smaller first.";

/** What a browser says before it sends a file. */
export const uploadSchema = z.object({
  name: z.string().transform(cleanFileName),
  bytes: z.coerce.number().int().min(1, "This file is empty.").max(largestFile, tooLarge),
  sha256: z.union([z.literal(""), z.string().regex(/^[0-9a-f]{64}$/)]).default(""),
  /** The item whose file it replaces, and its version. */
  replaces: z
    .object({ id: z.uuid().transform((id) => id as MediaItemId), version: z.coerce.number().int().min(1) })
    .optional(),
  /** The id that it had before it was exported; articles name it. */
  restores: z
    .uuid()
    .transform((id) => id as MediaItemId)
    .optional(),
  /** It comes with an import, and not from somebody by hand. */
  isImported: z.stringbool().default(false),
});

type NewUpload = z.output<typeof uploadSchema> & { user: AccountId };

/** An upload as the database knows it. */
export type Upload = Awaited<ReturnType<typeof readUpload>>;

/** Where what has come lies. */
export function nameUpload(id: MediaUploadId): string {
  return `${privatePrefix}uploads/${id}`;
}

/**
 * Begins an upload, or finds the one of the same file that its sender has begun before.
 * @throws {TooManyAttemptsError} while too many of the person's are unfinished
 */
export async function beginUpload(db: Db, { MEDIA }: Pick<Env, "MEDIA">, asked: NewUpload): Promise<UploadState> {
  const { user, name, bytes, sha256, replaces, restores } = asked;
  const open = await db
    .selectFrom("media_uploads")
    .select(["id", "received", "bytes", "sha256", "item_id", "replaces_version"])
    .where("account_id", "=", user)
    .where("finished_item", "is", null)
    .where("expires_at", ">", now())
    .limit(mostUnfinished)
    .execute();
  const same = open.find(
    (each) =>
      sha256 !== "" &&
      each.sha256 === sha256 &&
      each.bytes === bytes &&
      each.replaces_version === (replaces?.version ?? null) &&
      [undefined, each.item_id].includes(replaces?.id ?? restores),
  );
  if (same) return { id: same.id, received: same.received, bytes };
  if (open.length >= mostUnfinished) throw new TooManyAttemptsError(60);
  const id = newId<MediaUploadId>();
  const multipart = bytes > partSize ? await MEDIA.createMultipartUpload(nameUpload(id)) : null;
  const row = { id, account_id: user, name, bytes, sha256, created_at: now(), expires_at: now() + uploadLife };
  await db
    .insertInto("media_uploads")
    .values({
      ...row,
      item_id: replaces?.id ?? restores ?? newId<MediaItemId>(),
      replaces_version: replaces?.version ?? null,
      multipart_id: multipart?.uploadId ?? null,
      finished_item: null,
    })
    .execute();
  return { id, received: 0, bytes };
}

/**
 * The upload `id` of that person.
 * @throws {NotFoundError} when it is somebody else's, or over
 */
export async function readUpload(db: Db, { id, user }: { id: string; user: AccountId }) {
  const upload = await db
    .selectFrom("media_uploads")
    .selectAll()
    .where("id", "=", id as MediaUploadId)
    .where("account_id", "=", user)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  if (!upload) throw new NotFoundError("This upload is over. Send the file again.");
  return upload;
}

/**
 * Takes the part of a file that begins at `from`, and returns how the upload stands. A part that has come already changes
 * nothing, so that whoever lost the answer may send it again.
 * @throws {ConflictError} for a part that is not the next one
 * @throws {InvalidInputError} for another length than the part must have, or a file of a kind that is not taken
 */
export async function takePart(
  db: Db,
  { MEDIA }: Pick<Env, "MEDIA">,
  { upload, request, from }: { upload: Upload; request: Request; from: number },
): Promise<UploadState> {
  const { id, bytes: total, received, multipart_id } = upload;
  const state = { id, bytes: total };
  const bytes = await readPart(request, { ...upload, from, partSize });
  if (!bytes) return { ...state, received };
  const refusal = from === 0 ? refuseByStart(bytes) : null;
  if (refusal) {
    await dropUpload(db, { MEDIA }, upload);
    throw refuseFile(refusal);
  }
  const parts = JSON.parse(upload.parts) as R2UploadedPart[];
  if (multipart_id === null) await MEDIA.put(nameUpload(id), bytes);
  else parts.push(await MEDIA.resumeMultipartUpload(nameUpload(id), multipart_id).uploadPart(parts.length + 1, bytes));
  const { numUpdatedRows } = await db
    .updateTable("media_uploads")
    .set({ received: from + bytes.length, parts: JSON.stringify(parts), expires_at: now() + uploadLife })
    .where("id", "=", id)
    .where("received", "=", received)
    .executeTakeFirst();
  // Two tabs sent the same part: the first one counts.
  if (numUpdatedRows === 0n) throw new ConflictError("This file is being sent from another tab as well.");
  return { ...state, received: from + bytes.length };
}

/** What the upload has brought, once all of it is there. */
export async function readSent(db: Db, { MEDIA }: Pick<Env, "MEDIA">, upload: Upload): Promise<Uint8Array> {
  const { id, bytes, received, multipart_id } = upload;
  if (received < bytes) throw new ConflictError("Not all of this file has come yet.");
  const key = nameUpload(id);
  if (multipart_id !== null && (await MEDIA.head(key)) === null)
    await MEDIA.resumeMultipartUpload(key, multipart_id).complete(JSON.parse(upload.parts) as R2UploadedPart[]);
  const object = await MEDIA.get(key);
  if (!object) throw new NotFoundError("This upload is over. Send the file again.");
  return new Uint8Array(await object.arrayBuffer());
}

/** Ends an upload that becomes nothing, with what it has brought. */
export async function dropUpload(
  db: Db,
  { MEDIA }: Pick<Env, "MEDIA">,
  { id, multipart_id }: Pick<Upload, "id" | "multipart_id">,
): Promise<void> {
  const key = nameUpload(id);
  // R2 knows no longer what was completed or aborted before.
  if (multipart_id !== null)
    await MEDIA.resumeMultipartUpload(key, multipart_id)
      .abort()
      .catch(() => {});
  await MEDIA.delete(key);
  await db.deleteFrom("media_uploads").where("id", "=", id).execute();
}
