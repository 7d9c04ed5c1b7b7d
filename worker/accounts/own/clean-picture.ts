import { joinBytes } from "#worker/media/formats/bytes.ts";
import { readJpeg } from "#worker/media/formats/jpeg.ts";
import { readPng } from "#worker/media/formats/png.ts";
import { readWebp } from "#worker/media/formats/webp.ts";

export interface CleanPicture {
  type: "image/jpeg" | "image/png" | "image/webp";
  bytes: Uint8Array;
}

const readers = { "image/jpeg": readJpeg, "image/png": readPng, "image/webp": readWebp } as const;

/**
 * The picture in `bytes` without metadata: not where it was taken and with what camera, no comments, no thumbnails, and
 * nothing that was added after its end. Null for what is no whole JPEG, PNG or still WebP.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | null {
  for (const [type, read] of Object.entries(readers)) {
    const found = read(bytes);
    if (found) return { type: type as CleanPicture["type"], bytes: joinBytes(found.parts) };
  }
  return null;
}
