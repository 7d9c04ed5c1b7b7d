import { z } from "zod";
import { largestVariant, listVariantWidths, longestPlaceholder, partSize } from "#shared/media/media-library.ts";
import { hashBytes } from "#shared/text/hash.ts";
import type { Db } from "../../db/client.ts";
import type { LibraryType, MediaItemId } from "../../db/media-tables.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { countBytes, joinBytes, type ReadFile } from "../formats/bytes.ts";
import { type InspectedFile, inspectFile } from "../formats/inspect-file.ts";
import { readWebp } from "../formats/webp.ts";
import { nameFile, writeDisposition } from "./file-names.ts";
import { makeVariants } from "./make-variants.ts";

export type StoreScope = Pick<RequestScope, "log" | "requestId"> & { env: Pick<Env, "MEDIA" | "IMAGES"> };

export interface NewFile {
  /** The item that it belongs to. */
  id: MediaItemId;
  name: string;
  bytes: Uint8Array;
  /** WebP at other widths, as the sender's browser made them; empty where no script ran. */
  variants: readonly Uint8Array[];
  /** A tiny WebP, base64; "" for none. */
  placeholder: string;
}

/** A file in the bucket, by its columns. */
export type StoredFile = Awaited<ReturnType<typeof storeFile>>;

/**
 * Puts a file and its further widths into the bucket, by its content and without what a camera adds. What is put here and
 * never gets into the database is swept with the upload that it came by.
 * @throws {InvalidInputError} for what the library does not take
 */
export async function storeFile({ env, log }: Pick<StoreScope, "env" | "log">, { id, name, bytes, ...made }: NewFile) {
  const file = inspectFile(bytes);
  const sha256 = await hashBytes(bytes);
  const key = nameFile({ id, name, type: file.type }, sha256);
  const sent = made.variants.map((variant) => checkVariant(variant, file));
  await putParts(env.MEDIA, key, file, name);
  const variants = sent.length > 0 ? sent : await makeVariants(env, { bytes, file }, log);
  const stored = await putVariants(env, { id, name, sha256, variants });
  const placeholder = checkPlaceholder(made.placeholder);
  const { type, width, height } = file;
  return {
    columns: { file_key: key, type, bytes: countBytes(file.parts), width, height, sha256, placeholder },
    variants: stored,
  };
}

interface NewVariants {
  id: MediaItemId;
  name: string;
  /** Of the file that they are made from. */
  sha256: string;
  variants: readonly ReadFile[];
}

/** Puts further widths of a file into the bucket, and returns their rows. */
export async function putVariants({ MEDIA }: Pick<Env, "MEDIA">, { id, name, sha256, variants }: NewVariants) {
  return Promise.all(
    variants.map(async ({ parts, width, height }) => {
      const key = nameFile({ id, name, type: "image/webp" }, sha256, width);
      await MEDIA.put(key, joinBytes(parts), { httpMetadata: { contentType: "image/webp" } });
      return { key, item_id: id, sha256, type: "image/webp" as const, bytes: countBytes(parts), width, height };
    }),
  );
}

/** Puts the parts of a large file one after the other, so that it is not in memory twice. */
async function putParts(bucket: R2Bucket, key: string, { parts, type }: InspectedFile, name: string): Promise<void> {
  const contentDisposition = type === "application/pdf" ? writeDisposition(name) : undefined;
  const httpMetadata = { contentType: type, ...(contentDisposition && { contentDisposition }) };
  const size = countBytes(parts);
  if (size <= partSize) {
    await bucket.put(key, joinBytes(parts), { httpMetadata });
    return;
  }
  const { readable, writable } = new FixedLengthStream(size);
  await Promise.all([bucket.put(key, readable, { httpMetadata }), writeParts(writable, parts)]);
}

async function writeParts(writable: WritableStream<Uint8Array>, parts: readonly Uint8Array[]): Promise<void> {
  const writer = writable.getWriter();
  for (const part of parts) await writer.write(part);
  await writer.close();
}

const unfit = "A smaller version that your browser made of this picture is not right. Send the picture again.";

/** A further width of `file`: a still WebP of a width that is asked for, in the same proportions. */
export function checkVariant(bytes: Uint8Array, file: { type: LibraryType; width: number; height: number }): ReadFile {
  const found = bytes.length <= largestVariant ? readWebp(bytes) : null;
  const isFit =
    found !== null &&
    takesWidths(file.type) &&
    listVariantWidths(file.width).includes(found.width) &&
    // Browsers round differently.
    Math.abs(found.height - (file.height * found.width) / file.width) <= 2;
  if (!isFit) throw new InvalidInputError({ file: [unfit] }, unfit);
  return found;
}

/** Edge of the placeholder in pixels, at most. */
const largestPlaceholder = 32;

const base64 = z.base64().max(longestPlaceholder);

/** The placeholder with nothing in it but its picture; "" for one that is none. The picture does without then. */
export function checkPlaceholder(text: string): string {
  if (text === "" || !base64.safeParse(text).success) return "";
  const found = readWebp(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  if (!found || Math.max(found.width, found.height) > largestPlaceholder) return "";
  return btoa(String.fromCharCode(...joinBytes(found.parts)));
}

/** Moving pictures would stand still in other widths, and PDFs have none. */
export function takesWidths(type: LibraryType): boolean {
  return !["image/gif", "application/pdf"].includes(type);
}

/** The query that stores the rows of a file's further widths. A file that was there before has its rows already. */
export function planVariants(db: Db, variants: StoredFile["variants"]) {
  return variants.map((variant) =>
    db
      .insertInto("media_variants")
      .values(variant)
      .onConflict((conflict) => conflict.column("key").doNothing()),
  );
}
