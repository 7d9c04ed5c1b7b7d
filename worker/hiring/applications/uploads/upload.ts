/**
 * Files that come for a form before it is sent. They belong to the form's ticket: a form that is refused, or sent from a page
 * that was loaded without script, still has them.
 */
import { sql } from "kysely";
import { z } from "zod";
import { type ApplicationUpload, largestFile, mostFiles, pieceSize } from "#shared/hiring/application-files.ts";
import { day, hour } from "#shared/dates/durations.ts";
import type { ApplicationUploadId } from "#worker/db/application-uploads-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError, refuseFile, TooManyAttemptsError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { readPart } from "#worker/lib/uploads/read-part.ts";
import { cleanFileName } from "#worker/media/library/file-names.ts";
import { inspectDocument, nameDocument, refuseByStart } from "../documents/inspect.ts";
import { deletePieces, openUpload, putPiece } from "./pieces.ts";

/** How long a file waits for its form, in milliseconds. */
const uploadLife = 2 * day;
/** Files that one form, and one network within an hour, may send. */
const mostOfForm = 2 * mostFiles;
const mostOfNetwork = 400;

const tooLarge = "This file has more than 10 MB. Make it smaller, or send it as PDF.";

/** What a browser says before it sends a file. */
export const uploadSchema = z.object({
  name: z.string().max(1000).transform(cleanFileName),
  bytes: z.coerce.number().int().min(1, "This file is empty.").max(largestFile, tooLarge),
});

/** Which form it is for, and where from. */
export interface UploadOwner {
  formHash: string;
  networkHash: string;
}

export type Upload = Awaited<ReturnType<typeof readUpload>>;

type Bucket = Pick<Env, "MEDIA">;

/**
 * Begins an upload of `bytes` bytes; 0 where nobody knows yet.
 * @throws {TooManyAttemptsError} when the form or its network has sent too many
 */
export async function beginUpload(
  db: Db,
  { name, bytes, formHash, networkHash }: UploadOwner & { name: string; bytes: number },
): Promise<ApplicationUpload> {
  const id = newId<ApplicationUploadId>();
  const row = { id, form_hash: formHash, network_hash: networkHash, name, bytes };
  const values = { ...row, created_at: now(), expires_at: now() + uploadLife };
  const columns = Object.keys(values) as (keyof typeof values)[];
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("application_uploads")
    .columns(columns)
    .expression(
      db.selectNoFrom(columns.map((column) => sql.val(values[column]).as(column))).where(
        sql<boolean>`(select count(*) from application_uploads where form_hash = ${formHash}) < ${mostOfForm}
            and (select count(*) from application_uploads
              where network_hash = ${networkHash} and created_at > ${now() - hour}) < ${mostOfNetwork}`,
      ),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new TooManyAttemptsError(600);
  return { id, name, bytes, received: 0, isDone: false };
}

/**
 * The upload `id` of that form.
 * @throws {NotFoundError} when it is another's, or over
 */
export async function readUpload(db: Db, { id, formHash }: { id: string; formHash: string }) {
  const upload = await db
    .selectFrom("application_uploads")
    .selectAll()
    .where("id", "=", id as ApplicationUploadId)
    .where("form_hash", "=", formHash)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  if (!upload) throw new NotFoundError("This file is no longer with us. Choose it again.");
  return upload;
}

/**
 * Takes the piece of a file that begins at `from`. A piece that has come already changes nothing, so that whoever lost the
 * answer may send it again. With the last one the file is looked at.
 * @throws {ConflictError} for a piece that is not the next one
 * @throws {InvalidInputError} for a piece of a wrong length, or a file that is not taken; the upload is over then
 */
export async function takePiece(
  db: Db,
  env: Bucket,
  { upload, request, from }: { upload: Upload; request: Request; from: number },
): Promise<ApplicationUpload> {
  const { id, bytes: total, received } = upload;
  const bytes = await readPart(request, { ...upload, from, partSize: pieceSize });
  if (!bytes) return received < total || upload.type !== "" ? describe(upload) : endUpload(db, env, upload);
  const refusal = from === 0 ? refuseByStart(bytes) : null;
  if (refusal) {
    await dropUpload(db, env, upload);
    throw refuseFile(refusal);
  }
  await putPiece(env, { id, from, bytes });
  await db
    .updateTable("application_uploads")
    .set({ received: from + bytes.length, expires_at: now() + uploadLife })
    .where("id", "=", id)
    .where("received", "=", received)
    .execute();
  const grown = { ...upload, received: from + bytes.length };
  return grown.received < total ? describe(grown) : endUpload(db, env, grown);
}

/**
 * Takes a file that a form without script sends, as it comes.
 * @throws {InvalidInputError} for what is not taken
 */
export async function takeStream(
  db: Db,
  env: Bucket,
  { name, chunks, ...owner }: UploadOwner & { name: string; chunks: AsyncIterable<Uint8Array> },
): Promise<ApplicationUpload> {
  let upload: ApplicationUpload | undefined;
  let piece = new Uint8Array(pieceSize);
  let filled = 0;
  let size = 0;
  async function put(): Promise<void> {
    if (size === 0) {
      const refusal = refuseByStart(piece.subarray(0, filled));
      if (refusal) throw refuseFile(refusal);
      upload = await beginUpload(db, { name: cleanFileName(name), bytes: 0, ...owner });
    }
    if (!upload) return;
    await putPiece(env, { id: upload.id as ApplicationUploadId, from: size, bytes: piece.subarray(0, filled) });
    size += filled;
    piece = new Uint8Array(pieceSize);
    filled = 0;
  }
  try {
    for await (const chunk of chunks) {
      if (size + filled + chunk.length > largestFile) throw refuseFile(tooLarge);
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + pieceSize - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === pieceSize) await put();
      }
    }
    if (filled > 0 || size === 0) await put();
    if (!upload) throw refuseFile("This file is empty.");
    const id = upload.id as ApplicationUploadId;
    const { type, warnings, sha256 } = await inspectDocument(openUpload(env, { id, size, key: null }));
    const looked = { name: nameDocument(name, type), type, sha256, warnings: JSON.stringify(warnings) };
    const row = { ...looked, bytes: size, received: size };
    await db.updateTable("application_uploads").set(row).where("id", "=", id).execute();
    return { id, name: row.name, bytes: size, received: size, isDone: true };
  } catch (error) {
    // What cannot be deleted now is swept with the row.
    if (upload) await dropUpload(db, env, { id: upload.id as ApplicationUploadId, bytes: largestFile }).catch(() => {});
    throw error;
  }
}

/** Looks at a file that is all there, and notes what it is. */
async function endUpload(db: Db, env: Bucket, upload: Upload): Promise<ApplicationUpload> {
  const { id, bytes } = upload;
  try {
    const { type, warnings, sha256 } = await inspectDocument(openUpload(env, { id, size: bytes, key: null }));
    const looked = { name: nameDocument(upload.name, type), type, sha256, warnings: JSON.stringify(warnings) };
    await db.updateTable("application_uploads").set(looked).where("id", "=", id).execute();
    return describe({ ...upload, ...looked });
  } catch (error) {
    if (error instanceof InvalidInputError) await dropUpload(db, env, upload);
    throw error;
  }
}

export function describe({ id, name, bytes, received, type }: Omit<Upload, "warnings">): ApplicationUpload {
  return { id, name, bytes, received, isDone: type !== "" };
}

/** Ends an upload that becomes nothing, with what it has brought: first the bytes, so that the row finds them until then. */
export async function dropUpload(db: Db, env: Bucket, { id, bytes }: Pick<Upload, "id" | "bytes">): Promise<void> {
  await deletePieces(env, id, bytes === 0 ? largestFile : bytes);
  await db.deleteFrom("application_uploads").where("id", "=", id).execute();
}

/** Deletes the pieces of uploads that have become files of applications; what fails is swept. */
export async function releasePieces(
  db: Db,
  env: Bucket,
  uploads: readonly Pick<Upload, "id" | "bytes">[],
): Promise<void> {
  for (const { id, bytes } of uploads) {
    await deletePieces(env, id, bytes);
    await db.updateTable("application_uploads").set({ received: 0 }).where("id", "=", id).execute();
  }
}
