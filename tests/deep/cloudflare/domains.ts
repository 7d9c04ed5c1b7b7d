/** Zones, host names of Workers in them, and the account's own part of workers.dev. */
import { ok, refuse } from "../../cloudflare-stand-in.ts";
import { codes, type Part, type Worker } from "./types.ts";

const zone = { id: "00000000000000000000000000acme01", name: "acme.co", status: "active" };

interface Origin {
  hostname: string;
}

interface Options {
  workers: ReadonlyMap<string, Worker>;
  changed(): void;
}

export function openDomains({ workers, changed }: Options) {
  /** Host names and the Workers that they belong to. */
  const hosts = new Map<string, string>();
  /** Records of the zone, other than those that a host of a Worker makes. */
  const records: { type: string; name: string; content: string }[] = [];
  const describe = (hostname: string, modified = false) => ({
    modified,
    id: Buffer.from(hostname).toString("hex").slice(0, 32),
    hostname,
    service: hosts.get(hostname),
    environment: "production",
    zone_id: zone.id,
    zone_name: zone.name,
  });

  const answer: Part = async ({ method, path, search, body }) => {
    const query = new URLSearchParams(search);
    if (path === "/zones") return ok([zone].filter(({ name }) => name === (query.get("name") ?? name)));
    if (path === `/zones/${zone.id}/dns_records`)
      return ok(records.filter(({ name }) => name === (query.get("name") ?? query.get("name.exact") ?? name)));
    if (path === "/workers/subdomain") return ok({ subdomain: "acme" });
    if (path === "/workers/domains") {
      const wanted = query.get("hostname");
      return ok([...hosts.keys()].filter((host) => wanted === null || host === wanted).map((host) => describe(host)));
    }
    const [, name = "", what] = /^\/workers\/scripts\/([\w-]+)\/domains\/(changeset|records)$/.exec(path) ?? [];
    if (what === undefined) return undefined;
    const worker = workers.get(name);
    if (!worker) return refuse(404, codes.noSuchWorker, "This Worker does not exist on your account.");
    const { origins = [], ...overrides } = (Array.isArray(body) ? { origins: body } : body) as {
      origins?: Origin[];
      override_existing_origin?: boolean;
      override_existing_dns_record?: boolean;
    };
    const wanted = origins.map(({ hostname }) => hostname);
    const ofOthers = wanted.filter((host) => hosts.has(host) && hosts.get(host) !== name);
    const conflicting = wanted.filter((host) => !hosts.has(host) && records.some((record) => record.name === host));
    if (method === "POST")
      return ok({
        added: wanted.filter((host) => !hosts.has(host)).map((host) => describe(host)),
        removed: [],
        updated: wanted.filter((host) => hosts.has(host)).map((host) => describe(host, ofOthers.includes(host))),
        conflicting: conflicting.map((host) => describe(host)),
      });
    if (ofOthers.length > 0 && !overrides.override_existing_origin)
      return refuse(409, 100116, `Hostname '${ofOthers[0]}' already has a Worker.`);
    if (conflicting.length > 0 && !overrides.override_existing_dns_record)
      return refuse(409, 100117, `Hostname '${conflicting[0]}' already has externally managed DNS records.`);
    for (const host of wanted) hosts.set(host, name);
    for (const each of workers.values())
      each.domains = [...hosts].filter(([, owner]) => owner === each.name).map(([host]) => host);
    changed();
    return ok(wanted.map((host) => describe(host)));
  };
  return { answer, hosts, records };
}
