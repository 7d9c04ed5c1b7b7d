/** What is backed up or restored: the site in a folder of this machine, or the deployed one. */
import { readdirSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { openKey } from "../../worker/backups/seal.ts";
import { listSources } from "../../worker/backups/run-backups.ts";
import type { BackupDb, ObjectStore, Sources } from "../../worker/backups/types.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { openRemoteBucket, openRemoteDatabase } from "../cloudflare/remote-bindings.ts";
import { root } from "../lib/command.ts";
import type { Target } from "../lib/d1.ts";
import { applyMigrations } from "../lib/migrate.ts";
import { openLocal } from "../lib/open-local.ts";
import { nameSecretsFile, nameUploadedFile, readKeptSecrets } from "../provision/kept-secrets.ts";
import { readConfig } from "../lib/wrangler-config.ts";

export interface OpenSite {
  sources: Sources;
  /** The bucket BACKUPS, where it has one. */
  bucket: ObjectStore | null;
  searchDb: D1Database;
  /** Variables and secrets, as far as this machine knows them. */
  env: Env;
  /** Its host. */
  name: string;
  close(): Promise<void>;
}

export async function openSite(target: Target): Promise<OpenSite> {
  return target.kind === "local" ? openLocalSite(target.state) : openRemoteSite();
}

async function openLocalSite(state: string): Promise<OpenSite> {
  const local = await openLocal(state);
  const opened: Record<string, unknown> = { ...local.variables, ...readLocalSecrets() };
  for (const binding of local.bindings.databases) opened[binding] = local.openDatabase(binding);
  for (const binding of local.bindings.buckets) opened[binding] = await local.openBucket(binding);
  const env = opened as unknown as Env;
  return {
    sources: listSources(env),
    bucket: env.BACKUPS ?? null,
    searchDb: env.SEARCH_DB,
    env,
    name: new URL(env.SITE_ORIGIN).host,
    close: local.close,
  };
}

async function openRemoteSite(): Promise<OpenSite> {
  // As wrangler itself reads it: "staging" is that environment of wrangler.toml.
  const stage = process.env["CLOUDFLARE_ENV"] || undefined;
  const config = readConfig(join(root, "wrangler.toml"), stage);
  const account = await chooseAccount(config);
  const bindings: Record<string, unknown> = { ...config.vars };
  for (const { binding, database_id: id } of config.d1_databases)
    if (id) bindings[binding] = openRemoteDatabase(account, id);
  for (const { binding, bucket_name: bucket, jurisdiction } of config.r2_buckets)
    if (typeof bucket === "string") bindings[binding] = openRemoteBucket(account, { name: bucket, jurisdiction });
  const file = nameSecretsFile(stage);
  const secrets = { ...readKeptSecrets(nameUploadedFile(file)), ...readKeptSecrets(file) };
  const given = { ...secrets, ...pickSecrets(process.env) };
  const env = { ...bindings, ...given } as unknown as Env;
  return {
    sources: listSources(env),
    bucket: (env.BACKUPS as ObjectStore | undefined) ?? null,
    searchDb: env.SEARCH_DB,
    env,
    name: new URL(env.SITE_ORIGIN).host,
    close: async () => {},
  };
}

const secretNames = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "AUTH_SECRET_PREVIOUS_UNTIL", "BACKUP_KEY"];

function pickSecrets(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(secretNames.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
}

/** Of .dev.vars; the environment goes first, as a backup may have been made elsewhere. */
function readLocalSecrets(): Record<string, string> {
  const file = join(root, ".dev.vars");
  const written = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...pickSecrets(written), ...pickSecrets(process.env) };
}

/** @throws {Error} that says where the key comes from */
export async function readKey({ BACKUP_KEY }: Env, isRemote: boolean) {
  if (!BACKUP_KEY)
    throw new Error(
      isRemote
        ? "Set BACKUP_KEY in the environment to the secret of the deployed Worker: it is in your password manager, or in .secrets/."
        : "There is no BACKUP_KEY: npm start draws one into .dev.vars, or set it in the environment.",
    );
  return openKey(BACKUP_KEY);
}

/** Migrations of this repository by database: the archives of visits have their own. */
export const migrations = {
  list: (database: string) =>
    readdirSync(join(root, nameFolder(database)))
      .filter((name) => name.endsWith(".sql"))
      .toSorted(),
  apply: (db: BackupDb, database: string) => applyMigrations(db as D1Database, nameFolder(database)),
};

function nameFolder(database: string): string {
  return database === "DB" ? "migrations" : "migrations-archive";
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
