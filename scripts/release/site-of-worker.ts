import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import { listDeployed } from "./versions.ts";

/** What a Worker may use, as Cloudflare lists it: each type has fields of its own. */
export interface Binding {
  type: string;
  name?: string;
  /** Of plain_text. */
  text?: string;
  /** Of d1. */
  id?: string;
  database_id?: string;
  /** Of r2_bucket. */
  bucket_name?: string;
}

/** The site of this folder, as it is compared with what a Worker of the account says of itself. */
export interface OwnSite {
  /** Of SITE_ORIGIN. */
  host: string;
  /** The host that the site had until now, where somebody has said that it moves. */
  movesFrom?: string | undefined;
}

/**
 * What the version of a Worker that has the traffic is bound to; null where nothing is deployed under that name.
 * @throws {CloudflareError}
 */
export async function readBindings(account: Cloudflare, worker: string): Promise<readonly Binding[] | null> {
  const [active] = await listDeployed(account, worker);
  if (active === undefined) return null;
  const { resources } = await account.ask<{ resources: { bindings: Binding[] } }>(
    `/workers/scripts/${worker}/versions/${active}`,
  );
  return resources.bindings;
}

/** The host of the site that a Worker is; null where it is none of this product, or where a preview has the traffic. */
export function readSiteHost(bindings: readonly Binding[], worker: string): string | null {
  const origin = bindings.find(({ type, name }) => type === "plain_text" && name === "SITE_ORIGIN")?.text ?? "";
  if (!URL.canParse(origin)) return null;
  const { hostname } = new URL(origin);
  const isPreview = hostname.endsWith(".workers.dev") && hostname.includes(`-${worker}.`);
  return isPreview ? null : hostname;
}

export const isOwnHost = (host: string, { host: own, movesFrom }: OwnSite): boolean =>
  host === own || host === movesFrom;

/**
 * Why the Worker with the name of this one is not this site, and what to do; null where it is. The host decides: a label of
 * `npm run deploy` is on the Workers of every site of this product, and ids of databases may have been copied with the folder.
 */
export function judgeOwner(bindings: readonly Binding[], config: Config, site: OwnSite): string | null {
  const name = config.name ?? "";
  const other = readSiteHost(bindings, name);
  if (other !== null)
    return isOwnHost(other, site)
      ? null
      : `The Worker ${name} of this account is the site ${other}, which ${site.host} would replace. ${tellWaysOut(other)}`;
  const ours = new Set(config.d1_databases.map(({ database_id: id }) => id));
  return bindings.some(({ type, id, database_id: same }) => type === "d1" && ours.has(id ?? same))
    ? null
    : `The account has another Worker named ${name}, which this deployment would replace. Give this one another name: name in wrangler.toml.`;
}

/** What to do where `other` is a site of this product. */
export function tellWaysOut(other: string): string {
  return `One account has one site of this product: use another account. Where the site itself moves here from ${other}, add --moves-from ${other}.`;
}
