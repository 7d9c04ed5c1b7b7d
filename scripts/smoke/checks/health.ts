import type { Check, Seen, Site } from "../types.ts";

interface Health {
  status: string;
  version: string;
  database: string;
  migrations: { pending: readonly string[] };
  checks: readonly { name: string; status: string }[];
}

const path = "/api/health";

async function readHealth(site: Site): Promise<Health> {
  return parseHealth(await site.ask(path));
}

function parseHealth({ status, body }: Seen): Health {
  try {
    return JSON.parse(body) as Health;
  } catch {
    throw new Error(`${path} answers ${status}, and not with JSON`);
  }
}

/** The checks that fail now; null where nothing answers. */
export async function listFailing(site: Site): Promise<string[] | null> {
  const health = await readHealth(site).catch(() => null);
  return health?.checks?.filter(({ status }) => status === "failing").map(({ name }) => name) ?? null;
}

export const versionCheck: Check = {
  name: "version",
  look: "npx wrangler deployments list: which version has the traffic? A new one reaches every place within a minute",
  async run(site, { version }) {
    const answered = (await readHealth(site)).version;
    return version === null || isSameCommit(answered, version)
      ? []
      : [`The site answers as ${answered}, not as ${version}.`];
  },
};

export const healthCheck: Check = {
  name: "health and migrations",
  look: "docs/runbook.md, by the name of the check; npx wrangler tail shows the logs",
  async run(site, { failedBefore }) {
    const { status, database, migrations, checks = [] } = await readHealth(site);
    const pending = migrations?.pending ?? [];
    const failing = checks.filter(
      (check) => check.status === "failing" && failedBefore?.includes(check.name) === false,
    );
    return [
      ...(status === "down" || database !== "reachable" ? [`The database is ${database}.`] : []),
      ...(pending.length > 0 ? [`Migrations are missing: ${pending.join(", ")}.`] : []),
      ...failing.map(({ name }) => `The check "${name}" fails.`),
    ];
  },
};

/** Git shortens a commit to as many characters as its repository needs. */
function isSameCommit(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= 7 ? one.startsWith(other) || other.startsWith(one) : one === other;
}
