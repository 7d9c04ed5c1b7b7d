/** What `npm run backup` and `npm run restore` share. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type BackupKey, openKey } from "../../worker/backups/seal.ts";
import type { BackupDb } from "../../worker/backups/types.ts";
import { root } from "../lib/command.ts";
import { applyMigrations } from "../lib/migrate.ts";
import type { OpenSite } from "../lib/open-site.ts";

/** @throws {Error} that says where the key comes from */
export async function readKey({ env: { BACKUP_KEY }, target }: Pick<OpenSite, "env" | "target">): Promise<BackupKey> {
  if (!BACKUP_KEY)
    throw new Error(
      target.kind === "remote"
        ? "Set BACKUP_KEY in the environment to the secret of the deployed Worker: it is in your password manager, or in .secrets/."
        : "There is no BACKUP_KEY: npm start draws one into .dev.vars, or set it in the environment.",
    );
  return openKey(BACKUP_KEY);
}

/** BACKUP_KEY_OTHER: the key that replaced BACKUP_KEY, or that it has replaced. @throws {BackupError} when it is too short */
export async function readOtherKey(): Promise<BackupKey | null> {
  const given = process.env["BACKUP_KEY_OTHER"];
  return given ? openKey(given, "BACKUP_KEY_OTHER") : null;
}

/** Migrations of this repository by database: the archives of visits have their own. */
export const migrations = {
  list: (database: string) =>
    readdirSync(join(root, nameMigrations(database)))
      .filter((name) => name.endsWith(".sql"))
      .toSorted(),
  apply: (db: BackupDb, database: string) => applyMigrations(db as D1Database, nameMigrations(database)),
};

function nameMigrations(database: string): string {
  return database === "DB" ? "migrations" : "migrations-archive";
}

/** Where the backups of a site are unless somebody says otherwise: each has a folder of its own. A port is written as a part of the name. */
export function nameFolder(site: string): string {
  return `backups/${site.replace(":", "-")}`;
}

/** Shows how far it is on one line of a terminal; elsewhere only what has ended is said. */
export function openProgress() {
  let shownAt = 0;
  return (what: string, done: number, of: number) => {
    if (!process.stderr.isTTY || (Date.now() - shownAt < 100 && done < of)) return;
    shownAt = Date.now();
    process.stderr.write(
      `\r  ${what} ${done.toLocaleString("en")} of ${of.toLocaleString("en")}\u001B[K${done >= of ? "\r\u001B[K" : ""}`,
    );
  };
}

export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
