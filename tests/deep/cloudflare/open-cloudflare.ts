/**
 * An account at Cloudflare on this machine, to deploy to with the real wrangler: its API with the shapes of the documentation
 * (https://developers.cloudflare.com/api), and workerd with what was uploaded, on its hosts. A request that it does not know
 * is refused, and listed in `unknown`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Asked, openStandIn, type StandInAnswer } from "../../cloudflare-stand-in.ts";
import { openAssets } from "./assets.ts";
import { openDatabases } from "./databases.ts";
import { openDomains } from "./domains.ts";
import { openEdge } from "./edge.ts";
import { openQueues } from "./queues.ts";
import { openRuntime, type Served } from "./runtime.ts";
import { openScripts } from "./scripts.ts";

/** What goes wrong: set by a test. */
interface Faults {
  /** The refusal of a request, before anything is done; undefined: it is answered. */
  refuses(asked: Asked): StandInAnswer | undefined;
  /** Whether caches can be emptied. */
  purges: boolean;
  /** Addresses that the edge keeps from everybody. */
  blocks(path: string): boolean;
}

export async function openCloudflare(accountId: string) {
  const folder = mkdtempSync(join(tmpdir(), "cloudflare-"));
  const account = await openStandIn(accountId);
  const faults: Faults = { refuses: () => undefined, purges: true, blocks: () => false };
  const runtime = openRuntime({
    folder,
    databases: account.databases,
    purge(versionId) {
      account.requests.push(`purge ${versionId}`);
      return faults.purges;
    },
  });
  const assets = openAssets((token) => account.tokens.add(token));
  const scripts = openScripts({ collectAssets: assets.collect, changed: serve });
  const queues = openQueues(account.queues, serve);
  const domains = openDomains({ workers: scripts.workers, changed: serve });
  const databases = openDatabases(account, runtime.openDatabase);
  const parts = [assets, scripts, queues, domains, databases];

  /** Each host answers as the version that has the traffic; versions of a Worker with previews also at their aliases. */
  function serve(): void {
    const served: Served[] = [];
    for (const { name, versions, deployments, domains: hosts, crons, subdomain } of scripts.workers.values()) {
      const active = versions.find(({ id }) => id === deployments[0]?.versionId);
      const consumers = [...queues.consumers.values()].filter(({ worker }) => worker === name);
      for (const host of hosts) if (active) served.push({ host, worker: name, version: active, crons, consumers });
      if (!subdomain.previews_enabled) continue;
      const aliases = new Map(versions.map((version) => [version.annotations["workers/alias"], version]));
      for (const [alias, version] of aliases)
        if (alias !== undefined)
          served.push({ host: `${alias}-${name}.acme.workers.dev`, worker: name, version, crons: [], consumers: [] });
    }
    runtime.serve(served);
  }

  account.answer = async (asked) => {
    const failed = faults.refuses(asked);
    if (failed) return failed;
    for (const { answer } of parts) {
      const given = await answer(asked);
      if (given) return given;
    }
    return undefined;
  };
  const edge = await openEdge(runtime, (path) => faults.blocks(path));

  return {
    account,
    faults,
    workers: scripts.workers,
    consumers: queues.consumers,
    hosts: domains.hosts,
    records: domains.records,
    openDatabase: runtime.openDatabase,
    /** For the environment of commands that are to meet this account. */
    env: {
      CLOUDFLARE_API_BASE_URL: account.base,
      CLOUDFLARE_API_TOKEN: "token-of-the-test",
      EDGE_PORTS: edge.ports,
    },
    async close(): Promise<void> {
      edge.close();
      await account.close();
      await runtime.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
