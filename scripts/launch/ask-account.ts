import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { type Cloudflare, CloudflareError } from "../cloudflare/api.ts";
import { chooseHost, findZone } from "../cloudflare/find-zone.ts";
import { root } from "../lib/command.ts";
import { readHost } from "../lib/wrangler-config.ts";
import { askDomain } from "../mail/domain-facts.ts";
import { readStoredSecrets } from "../provision/stored-secrets.ts";
import type { AccountFacts } from "./types.ts";

/** The Worker is not there yet: it has no secret. */
const noSuchWorker = 10007;

/** What the account knows of this site. What cannot be asked is null, and everything else is asked all the same. */
export async function askAccount(config: Config, account: Cloudflare): Promise<AccountFacts> {
  const [hasDomain, secrets, pendingMigrations, accounts, mail, mailDomain] = await Promise.all([
    askDomainOfHost(config, account).catch(() => null),
    askSecrets(config, account).catch(() => null),
    askMigrations(config, account).catch(() => null),
    askAccounts(config, account).catch(() => null),
    askMail(account).catch(() => null),
    // DNS is no part of the account, and as little of this folder.
    askDomain(config).then(
      (facts) => facts ?? undefined,
      () => null,
    ),
  ]);
  return {
    hasDomain,
    secrets,
    pendingMigrations,
    demoAccounts: accounts?.demo ?? null,
    superAdmins: accounts?.superAdmins ?? null,
    mail,
    mailDomain,
  };
}

/** With the secrets that `npm run deploy` uploads: those that were drawn on this machine. */
export function addKeptSecrets(known: AccountFacts, file: string): AccountFacts {
  const secrets = known.secrets && [...known.secrets, ...Object.keys(readStoredSecrets(file))];
  return { ...known, secrets };
}

/** Undefined where the site needs no domain of its own, where SITE_ORIGIN is none that it could have, or where the sign-in may not ask. */
async function askDomainOfHost(config: Config, account: Cloudflare): Promise<boolean | undefined> {
  const host = chooseHost(config, readHost(config));
  const zone = host === null ? undefined : await findZone(account, host);
  return zone === undefined ? undefined : zone !== null;
}

/** Names of the secrets that the deployed Worker has. */
export async function askSecrets({ name }: Config, account: Cloudflare): Promise<string[]> {
  try {
    const listed = await account.ask<{ name: string }[]>(`/workers/scripts/${name}/secrets`);
    return listed.map((secret) => secret.name);
  } catch (error) {
    if (error instanceof CloudflareError && error.codes.includes(noSuchWorker)) return [];
    throw error;
  }
}

/** Rows of one statement on a database of the account. */
async function query<Row>(account: Cloudflare, databaseId: string, sql: string): Promise<Row[]> {
  const answers = await account.ask<{ results: Row[] }[]>(`/d1/database/${databaseId}/query`, {
    method: "POST",
    body: { sql },
  });
  return answers[0]?.results ?? [];
}

/** The migrations that each database lacks, by binding, in their order. @throws {CloudflareError} */
export async function askMigrations(
  { d1_databases: databases }: Config,
  account: Cloudflare,
): Promise<Record<string, readonly string[]>> {
  const pending = await Promise.all(
    databases.map(async ({ binding = "DB", database_id: id = "", migrations_dir: folder = "migrations" }) => {
      const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".sql"));
      const [made] = await query(account, id, "SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
      const applied = made ? await query<{ name: string }>(account, id, "SELECT name FROM d1_migrations") : [];
      const done = new Set(applied.map(({ name }) => name));
      return [binding, files.filter((file) => !done.has(file)).toSorted()] as const;
    }),
  );
  return Object.fromEntries(pending);
}

interface AccountsRow {
  /** JSON: addresses. */
  demo: string;
  super_admins: number;
}

const accountsSql = `SELECT
  (SELECT json_group_array(email) FROM accounts WHERE is_demo = 1 OR email LIKE '%@demo.example') AS demo,
  (SELECT count(*) FROM account_roles WHERE role = 'super_admin') AS super_admins`;

async function askAccounts(
  { d1_databases: databases }: Config,
  account: Cloudflare,
): Promise<{ demo: string[]; superAdmins: number }> {
  const id = databases.find(({ binding }) => binding === "DB")?.database_id ?? "";
  const [made] = await query(account, id, "SELECT name FROM sqlite_master WHERE name = 'account_roles'");
  if (!made) return { demo: [], superAdmins: 0 };
  const [row] = await query<AccountsRow>(account, id, accountsSql);
  if (!row) throw new Error("The database gave no row.");
  return { demo: JSON.parse(row.demo) as string[], superAdmins: row.super_admins };
}

/** What Email Routing and Email Service know of the account. */
export async function askMail(account: Cloudflare): Promise<{ recipients: string[]; domains: string[] }> {
  const [addresses, zones] = await Promise.all([
    account.ask<{ email: string; verified: string | null }[]>("/email/routing/addresses?per_page=50"),
    account.ask<{ name: string; enabled?: boolean }[]>("/email/sending/zones"),
  ]);
  return {
    recipients: addresses.filter(({ verified }) => verified).map(({ email }) => email),
    domains: zones.filter(({ enabled }) => enabled !== false).map(({ name }) => name),
  };
}
