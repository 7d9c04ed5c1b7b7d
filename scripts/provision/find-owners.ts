import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import {
  type Binding,
  isOwnHost,
  judgeOwner,
  type OwnSite,
  readBindings,
  readSiteHost,
  tellWaysOut,
} from "../release/site-of-worker.ts";
import type { Existing, Needed } from "./types.ts";

interface Options {
  account: Cloudflare;
  config: Config;
  site: OwnSite;
  needed: Needed;
  existing: Existing;
}

/**
 * What is found by its name and belongs to another site of the account: sentences, each with what to do; none when all of it
 * is free, or this site's.
 * @throws {CloudflareError}
 */
export async function listTaken({ account, config, site, needed, existing }: Options): Promise<string[]> {
  const own = await readBindings(account, config.name ?? "");
  const ofName = own && judgeOwner(own, config, site);
  if (ofName) return [ofName];
  const found = {
    databases: existing.databases.filter(({ name }) => needed.databases.some((each) => each.name === name)),
    buckets: new Set(existing.buckets.map(({ name }) => name).filter((name) => needed.buckets.includes(name))),
  };
  if (found.databases.length + found.buckets.size === 0) return [];
  const workers = await account.ask<{ id: string }[]>("/workers/scripts");
  const taken: string[] = [];
  // One after the other: an account may have hundreds, and a limit of requests.
  for (const { id: worker } of workers) {
    if (worker === config.name) continue;
    const { bindings = [] } = await account.ask<{ bindings?: Binding[] }>(`/workers/scripts/${worker}/settings`);
    const used = listUsed(bindings, found);
    if (used.length === 0) continue;
    const other = readSiteHost((await readBindings(account, worker)) ?? bindings, worker);
    if (other !== null && !isOwnHost(other, site))
      taken.push(`The site ${other} (Worker ${worker}) uses ${used.join(", ")}. ${tellWaysOut(other)}`);
  }
  return taken;
}

/** Which of what was found a Worker is bound to, in words. */
function listUsed(
  bindings: readonly Binding[],
  { databases, buckets }: Pick<Existing, "databases"> & { buckets: ReadonlySet<string> },
): string[] {
  const ids = new Set(bindings.map(({ id, database_id: same }) => id ?? same));
  const names = new Set(bindings.map(({ bucket_name: name }) => name));
  return [
    ...databases.filter(({ uuid }) => ids.has(uuid)).map(({ name }) => `D1 database ${name}`),
    ...[...buckets].filter((name) => names.has(name)).map((name) => `R2 bucket ${name}`),
  ];
}
