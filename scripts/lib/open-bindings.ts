import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getPlatformProxy } from "wrangler";
import { exitWithError, root } from "./command.ts";
import type { Target } from "./d1.ts";
import { readConfig } from "./wrangler-config.ts";

/** Variables, databases and buckets of wrangler.toml: those of a folder, or the deployed ones. Ends the process where those cannot be reached. */
export async function openBindings(target: Target): Promise<{ env: Env; close(): Promise<void> }> {
  const { name, compatibility_date, vars, d1_databases, r2_buckets } = readConfig(join(root, "wrangler.toml"));
  const remote = target.kind === "remote";
  const folder = await mkdtemp(join(tmpdir(), "site-bindings-"));
  const configPath = join(folder, "wrangler.json");
  const bindings = {
    d1_databases: d1_databases.map(({ binding, database_name, database_id }) => ({
      binding,
      database_name,
      database_id,
      remote,
    })),
    r2_buckets: r2_buckets.map(({ binding, bucket_name, jurisdiction }) => ({
      binding,
      bucket_name,
      remote,
      jurisdiction: remote ? jurisdiction : undefined,
    })),
  };
  await writeFile(configPath, JSON.stringify({ name, compatibility_date, vars, ...bindings }));
  const persist = target.kind === "remote" ? false : { path: resolve(root, target.state, "v3") };
  const { env, dispose } = await getPlatformProxy<Env>({
    configPath,
    persist,
    remoteBindings: remote,
    envFiles: [],
  }).catch((error: Error) => {
    if (!remote) throw error;
    return exitWithError(
      `The deployed bindings cannot be reached: ${error.message}\nSign in with \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN.`,
    );
  });
  return {
    env,
    async close() {
      await dispose();
      await rm(folder, { recursive: true });
    },
  };
}
