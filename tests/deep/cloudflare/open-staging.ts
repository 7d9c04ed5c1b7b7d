/** The account, its DNS and its owner, with what tests ask about one Worker: that of staging. */
import { acmeZone } from "../../mail/acme-zone.ts";
import { openDnsServer } from "../../mail/dns-server.ts";
import { openCloudflare } from "./open-cloudflare.ts";
import { openOwner } from "./open-owner.ts";

export async function openStaging(accountId: string, name: string) {
  const dns = await openDnsServer(acmeZone);
  const cloud = await openCloudflare(accountId);
  /** An owner with a copy of the repository as it came. */
  const openAnother = () => openOwner({ ...cloud.env, MAIL_CHECK_DNS: dns.address });
  const owner = openAnother();
  const versions = () => cloud.workers.get(name)?.versions ?? [];

  return {
    cloud,
    owner,
    openAnother,
    versions,
    deploy: () => owner.type("npm run deploy -- --env staging"),
    active: () => cloud.workers.get(name)?.deployments[0]?.versionId,
    secretsOf: (index: number) =>
      Object.fromEntries(
        (versions().at(index)?.bindings ?? [])
          .filter(({ type }) => type === "secret_text")
          .map((each) => [each.name, each["text"]]),
      ),
    /** Those of `parts` that were asked for since `from`, in the order in which each was asked for last. */
    listOrder(from: number, ...parts: string[]) {
      const lines = cloud.account.requests.slice(from);
      return parts
        .map((part) => ({ part, place: lines.findLastIndex((line) => line.includes(part)) }))
        .filter(({ place }) => place >= 0)
        .toSorted((one, other) => one.place - other.place)
        .map(({ part }) => part);
    },
    async listApplied(database: string): Promise<unknown[]> {
      const id = cloud.account.databases.find((each) => each.name === database)?.uuid ?? "";
      const opened = await cloud.openDatabase(id);
      const { results } = await opened.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
      return results.map((row) => row["name"]);
    },
    /** A Worker of somebody else, under the same name. */
    putOther(): void {
      const deployment = { versionId: "other", id: "1", createdAt: "2026-11-01T00:00:00Z", message: "" };
      const version = {
        id: "other",
        number: 1,
        createdAt: deployment.createdAt,
        annotations: {},
        main: "x.js",
        modules: new Map(),
        bindings: [],
        compatibility: { date: "2026-01-01", flags: [] },
        assets: { files: new Map(), config: {} },
      };
      cloud.workers.set(name, {
        name,
        versions: [version],
        deployments: [deployment],
        domains: [],
        crons: [],
        subdomain: { enabled: false, previews_enabled: false },
        tags: [],
      });
    },
    async close(): Promise<void> {
      owner.remove();
      await cloud.close();
      await dns.close();
    },
  };
}
