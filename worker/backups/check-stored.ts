/**
 * Whether a store still has what its backups consist of, by its lists alone: names, sizes and the MD5 of each object. R2 knows them; for
 * a folder its files are read. No object is opened for it but manifests and lists of files; `npm run restore -- --verify` opens them all.
 */
import { listPages, type Vault, readLines, readManifest } from "./objects.ts";
import { measureSealed, nameContent } from "./seal.ts";
import { type Budget, type FileEntry, pieceSize } from "./types.ts";

/** Size and etag of objects, by their names. */
export type Stored = ReadonlyMap<string, { size: number; etag: string }>;

/** The pieces of files in the store; a call for each thousand. */
export function listPieces(vault: Vault, budget: Pick<Budget, "calls">): Promise<Stored> {
  return listStored(vault, `files/${vault.key.id}/`, budget);
}

async function listStored({ store }: Vault, prefix: string, budget?: Pick<Budget, "calls">): Promise<Stored> {
  const stored = new Map<string, { size: number; etag: string }>();
  for await (const objects of listPages(store, prefix)) {
    if (budget) budget.calls -= 1;
    for (const { key, size, etag } of objects) stored.set(key, { size, etag });
  }
  return stored;
}

/** R2's own etag is no MD5 where an object was put in several parts: ours never are. */
const isMark = /^[0-9a-f]{32}$/;

function isOther(etag: string, mark: string | undefined): boolean {
  return isMark.test(etag) && etag !== mark;
}

/** The name of the first piece of a file that is missing or is not what was stored; null when all are there. */
export async function findDamage({ key }: Vault, entry: FileEntry, stored: Stored): Promise<string | null> {
  for (const [index, sha256] of entry.pieces.entries()) {
    const name = await nameContent(key, sha256);
    const found = stored.get(name);
    const length = Math.min(pieceSize, entry.size - index * pieceSize);
    if (found?.size !== measureSealed(length) || isOther(found.etag, entry.marks[index])) return name;
  }
  return null;
}

/**
 * The backups of these ids that could not be restored as they are, with the name of the first object that is missing or is not what was
 * stored.
 */
export async function findDamaged(vault: Vault, ids: readonly string[]): Promise<Map<string, string>> {
  const damaged = new Map<string, string>();
  const parts = await listStored(vault, "parts/");
  const pieces = await listStored(vault, `files/${vault.key.id}/`);
  /** Most lists of files are as they were the day before. */
  const looked = new Map<string, string | null>();
  for (const id of ids) {
    const manifest = await readManifest(vault, id).catch(() => null);
    if (!manifest) {
      damaged.set(id, "its manifest");
      continue;
    }
    const lists = manifest.buckets.flatMap((bucket) => bucket.parts);
    const tables = manifest.databases.flatMap((database) => database.tables.flatMap((table) => table.parts));
    const lost = [...tables, ...lists].find(({ object, mark }) => {
      const found = parts.get(object);
      return !found || isOther(found.etag, mark);
    });
    if (lost) damaged.set(id, lost.object);
    for (const list of lost ? [] : lists) {
      let damage = looked.get(list.sha256);
      if (damage === undefined) {
        damage = null;
        for (const line of await readLines(vault, list))
          damage ??= await findDamage(vault, JSON.parse(line) as FileEntry, pieces);
        looked.set(list.sha256, damage);
      }
      if (damage !== null && !damaged.has(id)) damaged.set(id, damage);
    }
  }
  return damaged;
}
