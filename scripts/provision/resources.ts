import type { Unstable_Config as Config } from "wrangler";
import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { askSecrets } from "../launch/ask-account.ts";
import { type Existing, jurisdictions, type Needed, type Place, type Region, type Step } from "./types.ts";

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

/** What the account has of what a site needs, and where: of databases and buckets with the names of `needed`. */
export async function listExisting(config: Config, account: Cloudflare, needed: Needed): Promise<Existing> {
  const [databases, buckets, queues, secrets] = await Promise.all([
    listDatabases(account, needed),
    listBuckets(account, needed),
    listAll<{ queue_name: string }>(account, "/queues"),
    askSecrets(config, account),
  ]);
  return {
    databases,
    buckets,
    queues: queues.map(({ queue_name: name }) => name),
    secrets,
  };
}

async function listDatabases(account: Cloudflare, needed: Needed): Promise<Existing["databases"]> {
  const all = await listAll<{ uuid: string; name: string }>(account, "/d1/database");
  const found = all.filter(({ name }) => needed.databases.some((each) => each.name === name));
  return Promise.all(
    found.map(async ({ uuid, name }) => {
      const { jurisdiction, location } = await askPlace(account, uuid);
      return { uuid, name, jurisdiction, location };
    }),
  );
}

/** Only the answer about one database tells where it runs. */
async function askPlace(account: Cloudflare, id: string): Promise<Place> {
  const { jurisdiction, running_in_region: location } = await account.ask<{
    jurisdiction?: string | null;
    running_in_region?: string;
  }>(`/d1/database/${id}`);
  return { jurisdiction, location: location?.toLowerCase() };
}

/** A bucket is seen in its own jurisdiction alone, so each of them is asked. */
async function listBuckets(account: Cloudflare, needed: Needed): Promise<Existing["buckets"]> {
  const lists = await Promise.all(
    [null, ...Object.keys(jurisdictions)].map(async (jurisdiction) => {
      const headers = jurisdiction === null ? {} : { "cf-r2-jurisdiction": jurisdiction };
      const { buckets } = await account
        .ask<{ buckets: { name: string; location?: string }[] }>("/r2/buckets?per_page=1000", { headers })
        .catch((error: Error) => {
          // An account may not be let into every jurisdiction: then it has no bucket there.
          const isClosed = error instanceof CloudflareError && [400, 403, 404].includes(error.status);
          if (jurisdiction !== null && isClosed) return { buckets: [] };
          throw error;
        });
      return buckets
        .filter(({ name }) => needed.buckets.includes(name))
        .map(({ name, location }) => ({ name, jurisdiction, location: location?.toLowerCase() }));
    }),
  );
  return lists.flat();
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
