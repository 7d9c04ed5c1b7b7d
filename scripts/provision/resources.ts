import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import { askSecrets } from "../launch/ask-account.ts";
import { type Existing, jurisdictions, type Region, type Step } from "./types.ts";

/** Every page of a list: pages are asked for until one is not full. */
async function listAll<Entry>(account: Cloudflare, path: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const entries = await account.ask<Entry[]>(`${path}?page=${page}&per_page=${perPage}`);
    all.push(...entries);
    if (entries.length < perPage) return all;
  }
}

const perPage = 100;

/** What the account has of what a site needs. */
export async function listExisting(config: Config, account: Cloudflare, region: Region): Promise<Existing> {
  const [databases, { buckets }, queues, secrets] = await Promise.all([
    listAll<{ uuid: string; name: string }>(account, "/d1/database"),
    account.ask<{ buckets: { name: string }[] }>("/r2/buckets?per_page=1000", { headers: bucketHeaders(region) }),
    listAll<{ queue_name: string }>(account, "/queues"),
    askSecrets(config, account),
  ]);
  return {
    databases,
    buckets: buckets.map(({ name }) => name),
    queues: queues.map(({ queue_name: name }) => name),
    secrets,
  };
}

/** Makes one thing; of a database its id is given back. Secrets are not made here: they go up with the Worker. */
export async function makeResource(
  account: Cloudflare,
  step: Exclude<Step, { kind: "secret" }>,
  region: Region,
): Promise<string | undefined> {
  const isGuaranteed = region in jurisdictions;
  switch (step.kind) {
    case "database": {
      const place = isGuaranteed ? { jurisdiction: region } : { primary_location_hint: region };
      const body = { name: step.name, ...place };
      const { uuid } = await account.ask<{ uuid: string }>("/d1/database", { method: "POST", body });
      return uuid;
    }
    case "bucket":
      await account.ask("/r2/buckets", {
        method: "POST",
        body: { name: step.name, ...(!isGuaranteed && { locationHint: region }) },
        headers: bucketHeaders(region),
      });
      return undefined;
    case "queue":
      await account.ask("/queues", { method: "POST", body: { queue_name: step.name } });
      return undefined;
  }
}

function bucketHeaders(region: Region): Record<string, string> {
  return region in jurisdictions ? { "cf-r2-jurisdiction": region } : {};
}
