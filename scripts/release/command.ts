import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { exitWithError, root } from "../lib/command.ts";
import { findNearest } from "../lib/find-nearest.ts";
import { readConfig, readVariable } from "../lib/wrangler-config.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { listMigrations } from "./label.ts";
import { ifAuthSecret, type RollbackFacts } from "./plan-rollback.ts";

/** Tests name one of their own. */
export const configFile = process.env["DEPLOYMENT_CONFIG"] ?? join(root, "wrangler.toml");

/**
 * wrangler.toml with the values of `env`; ends the process when there is no such environment, or when the shell names another
 * one than the command line.
 */
export function readDeployment(env?: string): Config {
  const ofShell = process.env["CLOUDFLARE_ENV"];
  if (ofShell && ofShell !== env)
    exitWithError(`CLOUDFLARE_ENV is "${ofShell}" here: unset it, or say the same with --env ${ofShell}.`);
  const read = (of?: string) => {
    try {
      return readConfig(configFile, of);
    } catch (error) {
      return exitWithError(`wrangler.toml cannot be read. ${(error as Error).message}`);
    }
  };
  if (!existsSync(configFile)) exitWithError(`There is no ${configFile}.`);
  const known = read().definedEnvironments ?? [];
  if (env === undefined || known.includes(env)) return read(env);
  const nearest = findNearest(env, known) ?? known.join(", ");
  return exitWithError(`wrangler.toml has no environment "${env}"${nearest ? `: did you mean ${nearest}?` : "."}`);
}

/** The account, or the end of the process with what is missing. What Cloudflare refuses later ends it likewise. */
export function openAccount(config: Config): Promise<Cloudflare> {
  process.once("uncaughtException", (error) => {
    if (!(error instanceof CloudflareError)) console.error(error);
    else console.error([error.message, explainRefusal(error.message)].filter(Boolean).join("\n"));
    process.exit(1);
  });
  return chooseAccount(config).catch((error: Error) => exitWithError(error.message));
}

export function readOrigin(config: Config): string {
  const origin = readVariable(config, "SITE_ORIGIN") ?? "";
  return URL.canParse(origin) ? new URL(origin).origin : exitWithError("SITE_ORIGIN in wrangler.toml is no address.");
}

export function readMigrations(config: Config): RollbackFacts["migrations"] {
  const folders = new Map(
    config.d1_databases.map((each) => [each.binding ?? "DB", each.migrations_dir ?? "migrations"]),
  );
  return listMigrations(config).map(({ binding, name }) => ({
    binding,
    name,
    sql: readFileSync(join(root, folders.get(binding) ?? "", name), "utf8"),
  }));
}

interface Rollback {
  env: string | undefined;
  /** Id of the version that had the traffic before. */
  previous: string | undefined;
  /** Whether the deployment uploaded secrets. */
  broughtSecrets: boolean;
}

/** How to take a deployment back, as each failure of it ends. */
export function describeRollback({ env, previous, broughtSecrets }: Rollback): string {
  if (previous === undefined)
    return "This was the first version: there is none to go back to. Mend it and deploy again.";
  const inEnv = env ? ` --env ${env}` : "";
  const command = `npm run rollback -- --to ${previous}${inEnv}`;
  return broughtSecrets
    ? `This deployment brought secrets, and the version before has the former ones. ${ifAuthSecret}\nMending forward is safer. What going back means: ${command} --dry-run`
    : `To take this deployment back: ${command}`;
}
