/** Restores a backup: checks all of it, then puts databases and files in place, then takes care that nothing happens twice. */
import { createMarker } from "../../worker/backups/is-restoring.ts";
import { readBackupTime, type Vault } from "../../worker/backups/objects.ts";
import { BackupError, type BackupKey } from "../../worker/backups/seal.ts";
import type { BackupDb, Manifest, Sources } from "../../worker/backups/types.ts";
import { openDb } from "../../worker/db/client.ts";
import type { Subject } from "../../worker/lib/subject.ts";
import { afterRestore, type AfterOutcome } from "./after-restore.ts";
import { checkBackup, type Progress } from "./check-backup.ts";
import { gatherErased } from "./gather-erased.ts";
import { hasRows, type Loaded, loadDatabase } from "./load-database.ts";
import { isEmptied, keepOut, letIn, openPass } from "./keep-out.ts";
import { restoreFiles } from "./restore-files.ts";

interface Restore {
  id: string;
  vault: Vault;
  /** Other stores that have notes, such as the bucket of the site where the backup is in a folder. */
  noteVaults?: readonly Vault[];
  /** The key that BACKUP_KEY replaced, or that replaced it: notes may be under that one. */
  otherKey?: BackupKey | null;
  target: Sources;
  /** Host of the site that is restored. */
  site: string;
  /** What it holds may go. */
  mayReplace: boolean;
  /** The backup may be of another site. */
  mayBeOther: boolean;
  /** Whoever was erased under a secret that nobody here has may come back. */
  mayReturn?: boolean;
  /** Of the code: the names of a database's migrations, and how those that it lacks are applied. */
  migrations: { list(database: string): readonly string[]; apply(db: BackupDb, database: string): Promise<void> };
  env: Env;
  subjects: readonly Subject[];
  progress?: Progress;
}

export interface Restored extends AfterOutcome {
  manifest: Manifest;
  databases: (Loaded & { name: string })[];
  /** Files that were put: others were there. */
  files: number;
  /** People who were erased since, and whom nobody could find. */
  unknown: number;
}

/**
 * Nothing is written before every hash of the backup was compared. May be repeated after it has stopped anywhere: from the first write
 * to the last the marker keeps jobs away, and triggers refuse what requests of the site write.
 * @throws {BackupError} that says what prevents it
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { id, vault, target, progress = () => {}, migrations, env } = restore;
  const manifest = await checkBackup(vault, id, progress);
  await requireFit(manifest, restore);
  const main = target.databases["DB"] as D1Database;
  // Also those that this backup does not have: a former restore may have closed them. The main one is first: jobs and consumers ask for its marker.
  const closed = [main, ...Object.values(target.databases).filter((db) => db !== main)];
  // What is noted after it was read would be forgotten: nobody notes anything by then.
  const erased = await close(closed, () => gatherErased(restore, manifest.startedAt));
  const databases: Restored["databases"] = [];
  // The main database comes last: the others belong to what it says of them.
  for (const database of manifest.databases.toReversed()) {
    const db = target.databases[database.name];
    if (!db) continue;
    databases.push({ name: database.name, ...(await loadDatabase(db, database, { vault, progress })) });
    await migrations.apply(openPass(db), database.name);
    await keepOut(db);
  }
  // A job that had begun before may just have deleted a file: the buckets are listed once it has met the marker.
  let files = 0;
  for (const bucket of manifest.buckets) {
    const own = target.buckets[bucket.name];
    if (own) files += await restoreFiles(own, bucket, { vault, progress });
  }
  const DB = openPass(main);
  const after = { manifest, ...erased, env: { ...env, DB }, subjects: restore.subjects };
  const outcome = await afterRestore(openDb(DB), after);
  // The main database opens last.
  for (const db of closed.toReversed()) await letIn(db);
  return { manifest, databases, files, unknown: erased.unknown, ...outcome };
}

/** Keeps everybody out and does `work`; lets them in again where that fails and no row is gone yet. */
async function close<Result>(databases: readonly BackupDb[], work: () => Promise<Result>): Promise<Result> {
  try {
    for (const db of databases) await db.prepare(createMarker).run();
    for (const db of databases) await keepOut(db);
    return await work();
  } catch (error) {
    const wereEmptied = await Promise.all(databases.map(isEmptied)).catch(() => [true]);
    // Where that fails too, whoever runs it hears that the site is closed.
    if (!wereEmptied.includes(true)) for (const db of databases.toReversed()) await letIn(db).catch(() => {});
    throw error;
  }
}

async function requireFit(
  manifest: Manifest,
  { target, site, mayReplace, mayBeOther, migrations }: Restore,
): Promise<void> {
  if (manifest.site !== site && !mayBeOther)
    throw new BackupError(
      `This is a backup of ${manifest.site}, not of ${site}. --other-site restores it all the same.`,
    );
  for (const { name, migrations: applied } of manifest.databases) {
    const known = new Set(migrations.list(name));
    const unknown = applied.find((migration) => !known.has(migration));
    if (unknown !== undefined)
      throw new BackupError(
        `The backup is of a newer version: this one does not know the migration ${unknown}. Restore it with that version.`,
      );
    const db = target.databases[name];
    if (!db) throw new BackupError(`The backup has a database ${name}, and none is bound by this name.`);
    if (!mayReplace && (await hasRows(db)))
      throw new BackupError(`The database ${name} is not empty. --yes replaces all that it holds.`);
  }
  for (const { name, files } of manifest.buckets)
    if (files > 0 && !target.buckets[name])
      throw new BackupError(`The backup has a bucket ${name}, and none is bound by this name.`);
}

/** The newest backup of the store that the key opens. @throws {BackupError} when there is none */
export function chooseNewest(backups: readonly { id: string; keyId: string }[], keyId: string): string {
  const newest = backups.findLast((backup) => backup.keyId === keyId);
  if (newest) return newest.id;
  const others = new Set(backups.map((backup) => backup.keyId));
  const last = backups.at(-1);
  throw new BackupError(
    last
      ? `No backup was made with this key (${keyId}). The newest is of ${new Date(readBackupTime(last.id)).toISOString()}; keys: ${[...others].join(", ")}.`
      : "There is no whole backup.",
  );
}
