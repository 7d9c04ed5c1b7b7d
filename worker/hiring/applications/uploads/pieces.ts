/** What has come of an upload lies in the bucket in pieces of 1 MiB, until an application has the file. */
import { pieceSize } from "#shared/hiring/application-files.ts";
import type { ApplicationUploadId } from "#worker/db/application-uploads-tables.ts";
import { privatePrefix } from "#worker/media/private-prefix.ts";
import { refuseFile } from "#worker/lib/errors.ts";
import type { FileSource } from "../documents/source.ts";

export const uploadsPrefix = `${privatePrefix}application-uploads/`;

type Bucket = Pick<Env, "MEDIA">;

function namePiece(id: ApplicationUploadId, number: number): string {
  return `${uploadsPrefix}${id}/${String(number).padStart(3, "0")}`;
}

/** Puts the piece that begins at byte `from`. */
export async function putPiece(
  { MEDIA }: Bucket,
  { id, from, bytes }: { id: ApplicationUploadId; from: number; bytes: Uint8Array },
): Promise<void> {
  await MEDIA.put(namePiece(id, from / pieceSize), bytes);
}

/** The keys of all pieces of an upload of `bytes` bytes. */
export function listPieces(id: ApplicationUploadId, bytes: number): string[] {
  const count = Math.max(1, Math.ceil(bytes / pieceSize));
  return Array.from({ length: count }, (_, number) => namePiece(id, number));
}

/** Deletes all pieces of an upload of `bytes` bytes. */
export async function deletePieces({ MEDIA }: Bucket, id: ApplicationUploadId, bytes: number): Promise<void> {
  await MEDIA.delete(listPieces(id, bytes));
}

interface Lying {
  id: ApplicationUploadId;
  /** How many bytes it has. */
  size: number;
  /** Where the file lies as a whole; null while it lies in pieces. */
  key: string | null;
}

/** An upload as a file to be read. */
export function openUpload({ MEDIA }: Bucket, { id, size, key }: Lying): FileSource {
  async function get(name: string, range?: R2Range): Promise<R2ObjectBody> {
    const object = await MEDIA.get(name, range && { range });
    if (!object) throw refuseFile("This file is no longer with us. Choose it again.");
    return object;
  }

  async function read(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(size, from + length);
    if (end <= from) return new Uint8Array();
    const all = new Uint8Array(end - from);
    for (let at = from; at < end;) {
      const offset = key === null ? at % pieceSize : at;
      const part = Math.min(end - at, key === null ? pieceSize - offset : end - at);
      const name = key ?? namePiece(id, Math.floor(at / pieceSize));
      const bytes = new Uint8Array(await (await get(name, { offset, length: part })).arrayBuffer());
      if (bytes.length !== part) throw refuseFile("This file did not come whole. Choose it again.");
      all.set(bytes, at - from);
      at += part;
    }
    return all;
  }

  async function* stream(): AsyncGenerator<Uint8Array> {
    if (key !== null) return yield* readBody(await get(key));
    for (let at = 0; at < size; at += pieceSize) yield* readBody(await get(namePiece(id, at / pieceSize)));
  }

  return { size, read, stream };
}

async function* readBody({ body }: R2ObjectBody): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield chunk as Uint8Array;
}
