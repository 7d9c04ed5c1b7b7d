/** The site that an operator's command works on: the one in a folder of this machine, or a deployed one through Cloudflare's API. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { isRestoring } from "../../worker/backups/is-restoring.ts";
import { listSources } from "../../worker/backups/run-backups.ts";
import type { ObjectStore, Sources } from "../../worker/backups/types.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { openRemoteBucket, openRemoteDatabase } from "../cloudflare/remote-bindings.ts";
import { nameSecretsFile, nameUploadedFile, readStoredSecrets } from "../provision/stored-secrets.ts";
import { readDeployment } from "../release/command.ts";
import { claimDatabase } from "./claim-task.ts";
import { exitWithError, root } from "./command.ts";
import { openLocal } from "./open-local.ts";
import { restoreFirst } from "./restore-first.ts";
import { nameMaker, type Target } from "./target.ts";

export interface OpenSite {
  target: Target;
  sources: Sources;
  /** The bucket BACKUPS, where it has one. */
  bucket: ObjectStore | null;
  /** Bindings, variables and secrets that this machine knows. */
  env: Env;
  /** Its host. */
  name: string;
  close(): Promise<void>;
}

interface OpenOptions {
  /** The command that writes, as it is typed: no site of this machine may use the database meanwhile. */
  writer?: string;
  /** For what restores a site: the folder may be new, and rows may be missing. */
  mayBeNew?: boolean;
}

/** Ends the process with a sentence where the site cannot be opened, or a restore of it has not ended. */
export async function openSite(target: Target, options: OpenOptions = {}): Promise<OpenSite> {
  const opening = target.kind === "local" ? openLocalSite(target, options) : openRemoteSite(target);
  const opened = await opening.catch((error: Error) => exitWithError(error.message));
  const env = opened.bindings as unknown as Env;
  if (!options.mayBeNew && (await isRestoring(env))) {
    await opened.close();
    exitWithError(restoreFirst);
  }
  return {
    target,
    sources: listSources(env),
    bucket: (env.BACKUPS as ObjectStore | undefined) ?? null,
    env,
    name: new URL(env.SITE_ORIGIN).host,
    close: opened.close,
  };
}

interface Opened {
  bindings: Record<string, unknown>;
  close(): Promise<void>;
}

async function openLocalSite(
  target: Extract<Target, { kind: "local" }>,
  { writer, mayBeNew }: OpenOptions,
): Promise<Opened> {
  if (!mayBeNew && !existsSync(resolve(root, target.state, "v3/d1")))
    throw new Error(`There is no database in ${target.state}: \`${nameMaker(target)}\` makes one.`);
  if (writer !== undefined) await claimDatabase(target.state, { by: `\`${writer}\`` });
  const local = await openLocal(target.state);
  const bindings: Record<string, unknown> = { ...local.variables, ...readLocalSecrets() };
  for (const binding of local.bindings.databases) bindings[binding] = local.openDatabase(binding);
  for (const binding of local.bindings.buckets) bindings[binding] = await local.openBucket(binding);
  return { bindings, close: local.close };
}

/** Runs statements in one transaction. */
export async function runStatements(db: D1Database, statements: readonly string[]): Promise<void> {
  await db.batch(statements.map((statement) => db.prepare(statement)));
}

/** What `error` says, or what makes the tables that it misses. */
export function explainMissingTables({ message }: Error, target: Target): string {
  return message.includes("no such table")
    ? `Its tables are not there yet: \`${nameMaker(target)}\` makes them.`
    : message;
}

/** Ids that `npm run provision` has not replaced yet. */
const placeholder = /^0{8}-/;

async function openRemoteSite({ env }: Extract<Target, { kind: "remote" }>): Promise<Opened> {
  const config = readDeployment(env);
  const [main] = config.d1_databases;
  if (placeholder.test(main?.database_id ?? "00000000-"))
    throw new Error(
      `wrangler.toml names no database that is deployed: \`npm run provision${env ? ` -- --env ${env}` : ""}\` makes it.`,
    );
  const account = await chooseAccount(config);
  const bindings: Record<string, unknown> = { ...config.vars };
  for (const { binding, database_id: id } of config.d1_databases)
    if (id) bindings[binding] = openRemoteDatabase(account, id);
  for (const { binding, bucket_name: bucket, jurisdiction } of config.r2_buckets)
    if (typeof bucket === "string") bindings[binding] = openRemoteBucket(account, { name: bucket, jurisdiction });
  const file = nameSecretsFile(env);
  const secrets = { ...readStoredSecrets(nameUploadedFile(file)), ...readStoredSecrets(file) };
  return { bindings: { ...bindings, ...secrets, ...pickSecrets(process.env) }, close: async () => {} };
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
