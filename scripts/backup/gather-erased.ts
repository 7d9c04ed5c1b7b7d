/** What was erased and sent since a backup was made, and the keys by which people are found again. */
import { listAddressKeys, type Note, type Notes, putNotes, readNotes } from "../../worker/backups/notes.ts";
import type { Vault } from "../../worker/backups/objects.ts";
import { BackupError, type BackupKey } from "../../worker/backups/seal.ts";
import type { Sources } from "../../worker/backups/types.ts";
import { readErrorMessage } from "../../worker/lib/error-message.ts";
import { nameAddressKey } from "../../worker/privacy/proofs.ts";

interface Asked {
  vault: Vault;
  noteVaults?: readonly Vault[];
  otherKey?: BackupKey | null;
  target: Sources;
  env: Env;
  mayReturn?: boolean;
}

/**
 * What was noted in the stores, and what the database that is replaced has noted itself, if it can still be read; that is stored first, as
 * a restore that is repeated does not find it there any more.
 * @throws {BackupError} when something cannot be read, or nobody can tell whom a note is about
 */
export async function gatherErased(asked: Asked, since: number): Promise<Notes & { unknown: number }> {
  const { vault, noteVaults = [], otherKey: other = null, target, env, mayReturn } = asked;
  const own = await readOwn(target);
  const notes = [...own];
  const keys = new Set(await listAddressKeys(env));
  for (const each of [vault, ...noteVaults]) {
    const stored = await readNotes(each, { since, other }).catch((error: Error) => {
      throw new BackupError(
        `What was erased since the backup cannot be read: ${error.message} Where BACKUP_KEY was replaced since, set BACKUP_KEY_OTHER to the other of the two. Nothing was changed.`,
      );
    });
    notes.push(...stored.notes);
    for (const key of stored.keys) keys.add(key);
  }
  const unknown = await countUnknown(notes, keys, since);
  if (unknown > 0 && !mayReturn)
    throw new BackupError(
      `${unknown} people were erased since the backup, and AUTH_SECRET is not the one that this was noted under: nobody would find them, and they would come back. Set AUTH_SECRET to the secret that the site had then, or AUTH_SECRET_PREVIOUS and AUTH_SECRET_PREVIOUS_UNTIL besides. Where it is lost, --erased-may-return restores all the same. Nothing was changed.`,
    );
  if (own.length > 0) await putNotes(vault, { notes: own, keys: [...keys] }, Date.now());
  return { notes, keys: [...keys], unknown };
}

/** A database without this table, or without any, has noted nothing. @throws {BackupError} where it does not answer */
async function readOwn({ databases }: Sources): Promise<readonly Note[]> {
  try {
    return (await databases["DB"]?.prepare("select kind, mark, at from backup_notes").all<Note>())?.results ?? [];
  } catch (error) {
    const message = readErrorMessage(error);
    if (message.includes("no such table")) return [];
    throw new BackupError(`What was erased since the backup cannot be read: ${message} Nothing was changed.`);
  }
}

/** How many people cannot be identified, because the key is missing under which they were noted. */
async function countUnknown(notes: readonly Note[], keys: ReadonlySet<string>, since: number): Promise<number> {
  const known = new Set(await Promise.all([...keys].map(nameAddressKey)));
  const isMissing = notes.some(({ kind, mark, at }) => kind === "key" && at >= since && !known.has(mark));
  return isMissing
    ? new Set(notes.flatMap(({ kind, mark, at }) => (kind === "person" && at >= since ? mark : []))).size
    : 0;
}
