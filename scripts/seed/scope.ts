import { join, resolve } from "node:path";
import { getPlatformProxy } from "wrangler";
import { createLogger, type Logger } from "../../worker/lib/log.ts";
import { root } from "../lib/command.ts";
import { demoRequest } from "./past.ts";

/** The embedded database and bucket, and what the site's own functions want beside them. */
export interface SeedScope {
  env: Pick<Env, "DB" | "MEDIA" | "SITE_ORIGIN">;
  ctx: ExecutionContext;
  log: Logger;
  requestId: string;
}

/** Runs `seed` with the embedded database and bucket in the folder `state`. */
export async function withLocalScope(state: string, seed: (scope: SeedScope) => Promise<void>): Promise<void> {
  const { env, ctx, dispose } = await getPlatformProxy<SeedScope["env"]>({
    configPath: join(root, "wrangler.toml"),
    persist: { path: resolve(root, state, "v3") },
  });
  try {
    await seed({ env, ctx: ctx as ExecutionContext, log: createLogger("seed"), requestId: demoRequest });
  } finally {
    await dispose();
  }
}
