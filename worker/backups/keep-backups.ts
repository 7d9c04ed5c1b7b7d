/** Which backups stay, and what goes with those that do not. */
import { day } from "#shared/dates/durations.ts";
import {
  listBackups,
  listNames,
  nameManifest,
  readBackupTime,
  readLines,
  readManifest,
  type Vault,
} from "./objects.ts";
import { nameContent } from "./seal.ts";
import type { FileEntry } from "./types.ts";

/**
 * For how many days, weeks and months (with the present one) the last backup of each stays: none is older than 94 days, as the privacy
 * policy says (docs/decisions/088-backups.md).
 */
const periods = [
  { count: 7, number: (at: number) => Math.floor(at / day) },
  // 1 January 1970 was a Thursday: weeks begin on Monday.
  { count: 5, number: (at: number) => Math.floor((at / day + 3) / 7) },
  { count: 4, number: (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() },
];

/** No more than so many are there at a time. */
export const mostBackups = periods.reduce((sum, { count }) => sum + count, 0);

/** Objects of a backup that nobody finishes go after so long, and notes that are older than every backup. */
const strayLife = 3 * day;

/** Those of `ids` (in the order of time) that stay: the last one of each of the latest days, weeks and months, counted from the newest. */
export function chooseStaying(ids: readonly string[]): ReadonlySet<string> {
  const stay = new Set<string>();
  const newest = readBackupTime(ids.at(-1) ?? "");
  for (const { count, number } of periods) {
    const latest = new Map(ids.map((id) => [number(readBackupTime(id)), id]));
    for (const [at, id] of latest) if (at > number(newest) - count) stay.add(id);
  }
  return stay;
}

interface Pruning {
  /** A backup that is being made. */
  running: string | null;
  at: number;
  /** The site whose backups may go, where others may have theirs in the same store; without it all of them are of one site. */
  site?: string;
}

/**
 * Deletes backups that need not stay, and objects that no backup names any more; `running` is left alone. In the bucket of a site,
 * backups and files under another key stay until their backups go: only their names tell how old they are. With `site` nothing goes that is of
 * another site or another key. Returns how many backups went.
 */
export async function pruneBackups(vault: Vault, { running, at, site }: Pruning): Promise<number> {
  const { store, key } = vault;
  const all = await listBackups(store);
  const strangers = new Set(site === undefined ? [] : await listStrangers(vault, all, site));
  const own = all.filter(({ id }) => !strangers.has(id)).map(({ id }) => id);
  const stay = new Set([...strangers, ...(own.length > 0 ? chooseStaying(own) : [])]);
  const gone = all.filter(({ id }) => !stay.has(id));
  // First what makes it a backup, so that none is ever there in part.
  await deleteAll(
    store,
    gone.map(({ id, keyId }) => nameManifest(id, keyId)),
  );
  const left = all.filter(({ id }) => stay.has(id));
  const oldest = left[0] ? readBackupTime(left[0].id) : at;
  for (const prefix of ["parts/", "runs/", "notes/"]) {
    const names: string[] = [];
    for await (const name of listNames(store, prefix)) {
      const id = name.slice(prefix.length).split("/")[0] ?? "";
      const isOld = readBackupTime(id) < (prefix === "notes/" ? oldest - strayLife : at - strayLife);
      // The state of a run that has ended is of no use.
      const isUnused = prefix === "runs/" ? isOld || stay.has(id) : isOld && (prefix === "notes/" || !stay.has(id));
      if (isUnused && id !== running) names.push(name);
    }
    await deleteAll(store, names);
  }
  if (gone.length > 0) await deleteFiles(vault, left);
  // Whoever begins to use a folder has files there before a backup.
  if (site !== undefined) return gone.length;
  const keys = new Set([key.id, ...left.map(({ keyId }) => keyId)]);
  const strange: string[] = [];
  for await (const name of listNames(store, "files/")) if (!keys.has(name.split("/")[1] ?? "")) strange.push(name);
  await deleteAll(store, strange);
  return gone.length;
}

/** Backups of other sites, and those of which nobody here can tell whose they are. */
async function listStrangers(
  vault: Vault,
  all: readonly { id: string; keyId: string }[],
  site: string,
): Promise<string[]> {
  const strangers: string[] = [];
  for (const { id, keyId } of all) {
    const manifest = keyId === vault.key.id ? await readManifest(vault, id).catch(() => null) : null;
    if (manifest?.site !== site) strangers.push(id);
  }
  return strangers;
}

/** Deletes pieces of files that none of these backups names. */
async function deleteFiles(vault: Vault, backups: readonly { id: string; keyId: string }[]): Promise<void> {
  const named = new Set<number>();
  const seen = new Set<string>();
  for (const { id, keyId } of backups) {
    if (keyId !== vault.key.id) continue;
    // Whatever cannot be read ends it: then nothing is deleted.
    for (const { parts } of (await readManifest(vault, id)).buckets)
      for (const part of parts) {
        // Most lists are as they were the day before.
        if (seen.has(part.sha256)) continue;
        seen.add(part.sha256);
        for (const line of await readLines(vault, part))
          for (const piece of (JSON.parse(line) as FileEntry).pieces)
            named.add(readBeginning(await nameContent(vault.key, piece)));
      }
  }
  const unnamed: string[] = [];
  for await (const name of listNames(vault.store, `files/${vault.key.id}/`))
    if (!named.has(readBeginning(name))) unnamed.push(name);
  await deleteAll(vault.store, unnamed);
}

/** The beginning of a name is enough: what stays by chance goes another day. */
function readBeginning(name: string): number {
  return Number.parseInt(name.split("/")[2]?.slice(0, 12) ?? "", 16);
}

/** R2 deletes a thousand at once. */
async function deleteAll(store: Vault["store"], names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += 1000) await store.delete(names.slice(from, from + 1000));
}
