import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import { findZone, orNothing } from "../cloudflare/find-zone.ts";
import { judgeOwner, type OwnSite, readBindings } from "./site-of-worker.ts";

interface Options {
  site: OwnSite;
  /** As `chooseHost` gives it. */
  host: string | null;
}

/**
 * What of others a deployment would overwrite: wrangler asks nobody when no terminal is there to answer. Sentences, each with
 * what to do; none when nothing prevents it. What the sign-in may not ask is left out.
 * @throws {CloudflareError} when Cloudflare does not answer
 */
export async function listObstacles(account: Cloudflare, config: Config, { site, host }: Options): Promise<string[]> {
  const bindings = await readBindings(account, config.name ?? "");
  const found = [bindings && judgeOwner(bindings, config, site), host && (await judgeHost(account, config, host))];
  return found.filter((sentence) => typeof sentence === "string" && sentence !== "") as string[];
}

async function judgeHost(account: Cloudflare, config: Config, host: string): Promise<string | null> {
  const domains = await orNothing(
    account.ask<{ hostname: string; service: string }[]>(`/workers/domains?hostname=${host}`),
  );
  const owner = domains?.find(({ hostname }) => hostname === host)?.service;
  if (owner === config.name) return null;
  const mend = "Or set SITE_ORIGIN in wrangler.toml to another host.";
  if (owner !== undefined)
    return `${host} belongs to the Worker ${owner}, which this deployment would take it from. Take it away there first: Workers > ${owner} > Settings > Domains. ${mend}`;
  const zone = await findZone(account, host);
  if (zone === undefined) return null;
  if (zone === null)
    return `No domain of the account has the host ${host}. Add the domain (docs/going-live.md, step 1). ${mend}`;
  const records = await orNothing(
    account.askAnywhere<{ type: string; name: string; content: string }[]>(
      `/zones/${zone}/dns_records?name=${host}&per_page=100`,
    ),
  );
  const record = records?.find(({ type, name }) => name === host && ["A", "AAAA", "CNAME"].includes(type));
  return record
    ? `${host} leads elsewhere: its DNS has ${record.type} ${record.content}, which this deployment would replace. Delete the record under DNS > Records when nothing needs it. ${mend}`
    : null;
}
