/** Reads all of a backup and compares it with what its manifest says. Nothing is written. */
import { readManifest, readObject, readText, type Vault } from "../../worker/backups/objects.ts";
import { BackupError, hashBytes, nameContent } from "../../worker/backups/seal.ts";
import type { FileEntry, Manifest, Part } from "../../worker/backups/types.ts";

/** A backup that cannot be restored as it is. */
export class DamagedBackup extends BackupError {
  override name = "DamagedBackup";
}

/** Says how far it is: what is being read, and which of how many things. */
export type Progress = (what: string, done: number, of: number) => void;

/**
 * The manifest of a backup all of whose parts and files are there and as they were.
 * @throws {DamagedBackup} that names the first object that is not
 */
export async function checkBackup(vault: Vault, id: string, progress: Progress = () => {}): Promise<Manifest> {
  try {
    return await readAll(vault, id, progress);
  } catch (error) {
    if (error instanceof BackupError) throw new DamagedBackup(`${id}: ${error.message}`);
    throw error;
  }
}

async function readAll(vault: Vault, id: string, progress: Progress): Promise<Manifest> {
  const manifest = await readManifest(vault, id);
  const tables = manifest.databases.flatMap((database) => database.tables);
  for (const { name, parts, rows } of tables)
    if (parts.reduce((sum, { lines }) => sum + lines, 0) !== rows)
      throw new BackupError(`The manifest contradicts itself about ${name}.`);
  let done = 0;
  const parts = tables.flatMap((table) => table.parts);
  for await (const _ of readParts(vault, parts)) progress("tables", (done += 1), parts.length);
  /** How long each piece is, by its hash. */
  const checked = new Map<string, number>();
  const total = manifest.buckets.reduce((sum, { files }) => sum + files, 0);
  done = 0;
  for (const bucket of manifest.buckets)
    for await (const lines of readParts(vault, bucket.parts))
      for (const line of lines) {
        const { pieces, size } = JSON.parse(line) as FileEntry;
        let length = 0;
        for (const sha256 of pieces) {
          const own = checked.get(sha256) ?? (await readPiece(vault, sha256)).length;
          checked.set(sha256, own);
          length += own;
        }
        if (length !== size) throw new BackupError("The pieces of a file are not as long as the file.");
        progress("files", (done += 1), total);
      }
  if (done !== total) throw new BackupError("The manifest contradicts itself about the files.");
  return manifest;
}

/**
 * The lines of parts, one part after the other; an object that holds several of them is read once.
 * @throws {BackupError} when one is missing, damaged, or not what the manifest says
 */
export async function* readParts(vault: Vault, parts: readonly Part[]): AsyncGenerator<string[]> {
  let held = { object: "", lines: [] as string[] };
  for (const { object, skip, lines, sha256 } of parts) {
    if (held.object !== object) held = { object, lines: (await readText(vault, object)).split("\n") };
    const own = held.lines.slice(skip, skip + lines);
    if (hashBytes(own.map((line) => `${line}\n`).join("")) !== sha256)
      throw new BackupError(`${object} is not what the manifest says.`);
    yield own;
  }
}

/** A piece of a file. @throws {BackupError} when it is missing, damaged or something else */
export async function readPiece(vault: Vault, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = await nameContent(vault.key, sha256);
  const bytes = await readObject(vault, name);
  if (hashBytes(bytes) !== sha256) throw new BackupError(`${name} is not what the manifest says.`);
  return bytes;
}
