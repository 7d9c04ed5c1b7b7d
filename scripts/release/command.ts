import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Unstable_Config as Config } from "wrangler";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { exitWithError, root } from "../lib/command.ts";
import { readConfig, readVariable } from "../lib/wrangler-config.ts";
import { listMigrations } from "./label.ts";
import type { RollbackFacts } from "./plan-rollback.ts";

/** The options of a command about a deployment; `--help` shows `usage`, and an unknown one ends the process with it. */
export function readReleaseOptions<const Own extends ParseArgsOptionsConfig>(usage: string, own: Own) {
  try {
    const options = { ...own, env: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    const { values } = parseArgs({ options });
    if ((values as { help?: boolean }).help) {
      console.log(usage);
      process.exit(0);
    }
    return values;
  } catch (error) {
    const [first = ""] = (error as Error).message.split(". ");
    return exitWithError(`${first}.\n\n${usage}`);
  }
}

/** wrangler.toml (or `file`) with the values of `env`; ends the process when there is no such environment. */
export function readDeployment(env?: string, file = join(root, "wrangler.toml")): Config {
  try {
    return readConfig(file, env);
  } catch (error) {
    return exitWithError((error as Error).message);
  }
}

/** The account, or the end of the process with what is missing. What Cloudflare refuses later ends it in the same way. */
export function openAccount(config: Config): Promise<Cloudflare> {
  process.once("uncaughtException", (error) => {
    console.error(error instanceof CloudflareError ? error.message : error);
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

/** How to take a deployment back, as each failure of it ends. */
export function tellWayBack(env: string | undefined, previous: string | undefined): string {
  if (previous === undefined)
    return "This was the first version: there is none to go back to. Mend it and deploy again.";
  const inEnv = env ? ` --env ${env}` : "";
  return `To take this deployment back: npm run rollback -- --to ${previous}${inEnv}`;
}
