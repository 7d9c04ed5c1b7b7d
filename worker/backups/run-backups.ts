/** The job that makes a backup each night, a step every five minutes. One that fails or ends in the middle goes on where it stopped. */
import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import type { RequestScope } from "../lib/scope.ts";
import { pruneBackups } from "./keep-backups.ts";
import { findDamaged } from "./check-stored.ts";
import { beginBackup, stepBackup } from "./make-backup.ts";
import { storeNotes } from "./notes.ts";
import { listBackups, nameManifest, putText, readManifest, readText, type Vault } from "./objects.ts";
import { startRun } from "./runs.ts";
import { openKey } from "./seal.ts";
import type { Budget, Manifest, Sources } from "./types.ts";

/** After two in the morning, UTC. */
const nightly = 2 * hour;
/** No run of a job lasts longer than fifteen minutes. */
const claimLife = 20 * minute;
const mostAttempts = 12;
const mostTime = 36 * hour;
/** How long a night waits after it has failed. */
const pause = 3 * hour;
/** Notes that nobody stores, and rows of backups that have gone. */
const noteLife = 30 * day;
const rowLife = 130 * day;

/** Where backups go; null where none are made. @throws {BackupError} for a key that is too short */
async function openVault({ BACKUPS, BACKUP_KEY }: Pick<Env, "BACKUPS" | "BACKUP_KEY">): Promise<Vault | null> {
  return BACKUPS && BACKUP_KEY ? { store: BACKUPS, key: await openKey(BACKUP_KEY) } : null;
}

/** The database, archives of visits, and the buckets. The search is not backed up: it is built anew. */
export function listSources(env: Env): Sources {
  const years = Object.keys(env).filter((name): name is `VISITS_${number}` => /^VISITS_\d{4}$/.test(name));
  const databases = years.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return {
    databases: { DB: env.DB, ...Object.fromEntries(databases) },
    buckets: { MEDIA: env.MEDIA, ...(env.VISITS_BUCKET && { VISITS_BUCKET: env.VISITS_BUCKET }) },
  };
}

/** Takes notes to the bucket, and does a step of the backup that runs or is due. Returns what it did. */
export async function runBackups(db: Db, { env, log }: Pick<RequestScope, "env" | "log">): Promise<object | void> {
  const at = now();
  const vault = await openVault(env);
  if (!vault) {
    await db
      .deleteFrom("backup_notes")
      .where("at", "<", at - noteLife)
      .execute();
    return;
  }
  await storeNotes(db, vault, { env, at });
  if (await isDue(db, at)) await startRun(db, "nightly");
  const run = await claimRun(db, at);
  if (!run) return;
  const { id } = run;
  try {
    const state = nameState(id);
    const sources = listSources(env);
    // The last step was done and the database does not know: its parts are never written again under the manifest.
    const finished = await findFinished(vault, id);
    if (finished) return await endRun(db, vault, finished);
    const isNew = (await vault.store.list({ prefix: state, limit: 1 })).objects.length === 0;
    if (isNew) {
      await db
        .deleteFrom("backup_runs")
        .where("started_at", "<", at - rowLife)
        .execute();
      await pruneBackups(vault, { running: id, at }).catch((error: unknown) => log.error("backups not pruned", error));
      await noteDamage(db, vault).catch((error: unknown) => log.error("backups not checked", error));
    }
    const manifest = isNew
      ? await beginBackup(sources, vault, { id, site: new URL(env.SITE_ORIGIN).host })
      : (JSON.parse(await readText(vault, state)) as Manifest);
    const isDone = !isNew && (await stepBackup(manifest, sources, vault, makeBudget()));
    if (isDone) return await endRun(db, vault, manifest);
    await putText(vault, state, JSON.stringify(manifest));
    await noteStep(db, { id, isDone, manifest });
    return { backup: id, isDone };
  } catch (error) {
    await noteFailure(db, { ...run, error: readErrorMessage(error) });
    throw error;
  }
}

const nameState = (id: string) => `runs/${id}/state`;

async function findFinished(vault: Vault, id: string): Promise<Manifest | null> {
  const { objects } = await vault.store.list({ prefix: nameManifest(id, vault.key.id), limit: 1 });
  return objects.length === 0 ? null : readManifest(vault, id);
}

/** The state goes last: without it, a run that the table still has would begin anew. */
async function endRun(db: Db, vault: Vault, manifest: Manifest) {
  await noteStep(db, { id: manifest.id, isDone: true, manifest });
  await vault.store.delete([nameState(manifest.id)]);
  return { backup: manifest.id, isDone: true };
}

/** Writes beside each backup what has been lost or changed of it since; what this night stores anew is mended by then. */
async function noteDamage(db: Db, vault: Vault): Promise<void> {
  const whole = await db
    .selectFrom("backup_runs")
    .select("id")
    .where("state", "=", "done")
    .where("kind", "<>", "restored")
    .execute();
  const known = new Set(whole.map(({ id }) => id));
  const backups = (await listBackups(vault.store)).filter(({ id }) => known.has(id));
  const damaged = await findDamaged(
    vault,
    backups.flatMap(({ id, keyId }) => (keyId === vault.key.id ? id : [])),
  );
  // The one that was made last cannot have been deleted for its age.
  const last = [...known].toSorted().at(-1);
  if (last !== undefined && !backups.some(({ id }) => id === last)) damaged.set(last, "its manifest");
  const errors = JSON.stringify(
    Object.fromEntries([...damaged].map(([id, name]) => [id, `${name} is missing or was changed`])),
  );
  await db
    .updateTable("backup_runs")
    .set({ error: sql`(select value from json_each(${errors}) where key = backup_runs.id)` })
    .where("state", "=", "done")
    .where("kind", "<>", "restored")
    .execute();
}

/** What a step may do next to the other jobs of its run: D1 and R2 answer a thousand calls, a run has 30 s of CPU and 128 MB. */
function makeBudget(): Budget {
  return { calls: 600, bytes: 96 * 1024 * 1024, until: Date.now() + 3 * minute };
}

/** A night that has begun and has no backup, or whose backup has failed a while ago. */
async function isDue(db: Db, at: number): Promise<boolean> {
  const night = Math.floor((at - nightly) / day) * day + nightly;
  const found = await db
    .selectFrom("backup_runs")
    .select("id")
    .where("kind", "<>", "restored")
    .where("started_at", ">=", night)
    .where((where) => where.or([where("state", "<>", "failed"), where("finished_at", ">", at - pause)]))
    .limit(1)
    .executeTakeFirst();
  return !found;
}

/** Null where none runs, or somebody is at it. */
async function claimRun(db: Db, at: number) {
  return db
    .updateTable("backup_runs")
    .set({ claimed_until: at + claimLife })
    .where("state", "=", "running")
    .where("claimed_until", "<=", at)
    .returning(["id", "attempts", "started_at"])
    .executeTakeFirst();
}

async function noteStep(db: Db, { id, isDone, manifest }: { id: string; isDone: boolean; manifest: Manifest }) {
  const { databases, buckets, stored } = manifest;
  await db
    .updateTable("backup_runs")
    .set({
      claimed_until: 0,
      attempts: 0,
      error: null,
      rows: add(databases.flatMap(({ tables }) => tables.map(({ rows }) => rows))),
      files: add(buckets.map(({ files }) => files)),
      file_bytes: add(buckets.map(({ bytes }) => bytes)),
      stored_bytes: stored,
      ...(isDone && { state: "done", finished_at: now() }),
    })
    .where("id", "=", id)
    .execute();
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

async function noteFailure(
  db: Db,
  { id, attempts, started_at, error }: { id: string; attempts: number; started_at: number; error: string },
) {
  const isOver = attempts + 1 >= mostAttempts || started_at < now() - mostTime;
  await db
    .updateTable("backup_runs")
    .set({
      claimed_until: 0,
      attempts: sql`attempts + 1`,
      error,
      ...(isOver && { state: "failed", finished_at: now() }),
    })
    .where("id", "=", id)
    // One that is whole, of which the database did not say so, has not failed.
    .where("state", "=", "running")
    .execute();
}
