/** A folder on this machine in place of a bucket. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ObjectStore } from "../../worker/backups/types.ts";

/** Objects are files, for their owner alone; one that is written is there as a whole or not at all. */
export function openFolder(folder: string): ObjectStore {
  const toPath = (key: string) => join(folder, ...key.split("/"));
  return {
    async list({ prefix = "", startAfter = "", limit = 1000 }) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const keys = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished))
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll("\\", "/"),
        )
        .filter((key) => key.startsWith(prefix) && key > startAfter)
        .toSorted();
      const objects = await Promise.all(
        keys.slice(0, limit).map(async (key) => ({
          key,
          size: (await stat(toPath(key))).size,
          // Whoever asks for names alone does not wait until all of them were read.
          get etag() {
            return hashContents(readFileSync(toPath(key)));
          },
        })),
      );
      return { objects, truncated: keys.length > limit };
    },
    async get(key) {
      const bytes = await readFile(toPath(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!bytes) return null;
      return {
        key,
        size: bytes.length,
        etag: hashContents(bytes),
        arrayBuffer: async () => new Uint8Array(bytes).buffer,
      };
    },
    async put(key, value) {
      const path = toPath(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path + unfinished, value, { mode: 0o600 });
      await rename(path + unfinished, path);
    },
    async delete(keys) {
      for (const key of keys) await rm(toPath(key), { force: true });
    },
  };
}

const unfinished = ".part";

/** As R2 does for what is put in one part. */
function hashContents(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
