/**
 * What must not come back with a backup, outside of the database: erasures, deletions and mails that were sent. Triggers note it in
 * `backup_notes`; the job takes it to the store, sealed.
 */
import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { second } from "#shared/dates/durations.ts";
import { listSecrets, type SecretVariables } from "../lib/former-secret.ts";
import { exportAddressKey } from "#worker/privacy/proofs.ts";
import { listNames, putText, readBackupTime, readText, type Vault } from "./objects.ts";
import type { BackupKey } from "./seal.ts";
import { nameBackup } from "./runs.ts";

export interface Note {
  kind: string;
  mark: string;
  /** Epoch milliseconds. */
  at: number;
}

const notesAtOnce = 5000;
const prefix = "notes/";

/** Notes, and the keys of the hashes among them (`exportAddressKey`). */
export interface Notes {
  notes: readonly Note[];
  keys: readonly string[];
}

/** Puts notes into the store, sealed as all of it. */
export async function putNotes(vault: Vault, given: Notes, at: number): Promise<void> {
  await putText(vault, `${prefix}${nameBackup(at)}`, JSON.stringify(given));
}

/** The keys under which this site notes whom it erases, or has done so until its secret was replaced. */
export function listAddressKeys(env: SecretVariables): Promise<string[]> {
  return Promise.all(listSecrets(env).map(exportAddressKey));
}

/** Takes notes to the store; what is noted anew meanwhile stays for the next time. Returns how many. */
export async function storeNotes(
  db: Db,
  vault: Vault,
  { env, at }: { env: SecretVariables; at: number },
): Promise<number> {
  const select = db.selectFrom("backup_notes").selectAll().orderBy("at").limit(notesAtOnce);
  const notes = await select.execute();
  if (notes.length === 0) return 0;
  await putNotes(vault, { notes, keys: await listAddressKeys(env) }, at);
  // One that was noted again meanwhile has another instant.
  const keys = JSON.stringify(notes.map((note) => [note.kind, note.mark, note.at]));
  const taken = sql`(select value ->> 0, value ->> 1, value ->> 2 from json_each(${keys}))`;
  await db
    .deleteFrom("backup_notes")
    .where(sql<boolean>`(kind, mark, at) in ${taken}`)
    .execute();
  return notes.length;
}

interface Reading {
  /** What was stored before is about what was there before: epoch milliseconds. */
  since: number;
  /** The other key, where BACKUP_KEY was replaced meanwhile. */
  other?: BackupKey | null;
}

/** What the store has. @throws {BackupError} when something cannot be read */
export async function readNotes(vault: Vault, { since, other }: Reading): Promise<Notes> {
  const notes: Note[] = [];
  const keys = new Set<string>();
  for await (const name of listNames(vault.store, prefix)) {
    // Names are of whole seconds.
    if (readBackupTime(name.slice(prefix.length)) < since - second) continue;
    const text = await readText(vault, name).catch((error: unknown) => {
      if (other) return readText({ store: vault.store, key: other }, name);
      throw error;
    });
    const found = JSON.parse(text) as Notes;
    notes.push(...found.notes);
    for (const key of found.keys) keys.add(key);
  }
  return { notes, keys: [...keys] };
}
