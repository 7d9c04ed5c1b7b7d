import type { Vault } from "../../worker/backups/objects.ts";
import type { BackedUpBucket, FileEntry, ObjectStore } from "../../worker/backups/types.ts";
import { type Progress, readParts, readPiece } from "./check-backup.ts";

/**
 * Puts the files of a backup into a bucket. What has the same size and etag is there already and stays; what the backup has not stays too,
 * as no row names it any more. Returns how many were put.
 */
export async function restoreFiles(
  bucket: ObjectStore,
  backup: BackedUpBucket,
  { vault, progress }: { vault: Vault; progress: Progress },
): Promise<number> {
  let [put, done] = [0, 0];
  const there = await listAll(bucket);
  for await (const lines of readParts(vault, backup.parts))
    for (const line of lines) {
      const entry = JSON.parse(line) as FileEntry;
      if (there.get(entry.key) !== `${entry.etag} ${entry.size}`) {
        const bytes = new Uint8Array(entry.size);
        let at = 0;
        for (const sha256 of entry.pieces) {
          const piece = await readPiece(vault, sha256);
          bytes.set(piece, at);
          at += piece.length;
        }
        await bucket.put(entry.key, bytes, entry.facts);
        put += 1;
      }
      progress("files", (done += 1), backup.files);
    }
  return put;
}

async function listAll(bucket: ObjectStore): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let startAfter: string | undefined; ;) {
    const { objects, truncated } = await bucket.list(startAfter === undefined ? {} : { startAfter });
    for (const { key, etag, size } of objects) found.set(key, `${etag} ${size}`);
    startAfter = objects.at(-1)?.key;
    if (!truncated || startAfter === undefined) return found;
  }
}
