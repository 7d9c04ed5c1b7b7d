import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Unstable_Config as Config } from "wrangler";
import { root } from "../lib/command.ts";
import type { AccountFacts } from "./types.ts";

const run = promisify(execFile);

/** Runs wrangler and resolves with what it prints. Rejects when it fails. */
export type Ask = (args: readonly string[]) => Promise<string>;

/** Wrangler of this project, signed in as its user, in the environment `env`. */
export function createAsk(env?: string): Ask {
  const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
  return async (args) => {
    const { stdout } = await run(process.execPath, [wrangler, ...args, ...(env ? ["--env", env] : [])], {
      cwd: root,
      env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  };
}

/** What the account knows of this site. What cannot be asked is null, and everything else is asked all the same. */
export async function askAccount(config: Config, ask: Ask): Promise<AccountFacts> {
  const [secrets, pendingMigrations, accounts, mail] = await Promise.all([
    askSecrets(ask).catch(() => null),
    askMigrations(config, ask).catch(() => null),
    askAccounts(ask).catch(() => null),
    askMail(ask).catch(() => null),
  ]);
  return {
    secrets,
    pendingMigrations,
    demoAccounts: accounts?.demo ?? null,
    superAdmins: accounts?.superAdmins ?? null,
    mail,
  };
}

async function askSecrets(ask: Ask): Promise<string[]> {
  const listed = JSON.parse(await ask(["secret", "list", "--format", "json"])) as { name: string }[];
  return listed.map(({ name }) => name);
}

async function askMigrations(
  { d1_databases: databases }: Config,
  ask: Ask,
): Promise<Record<string, readonly string[]>> {
  const answers = await Promise.all(
    databases.map(async ({ binding = "DB" }) => {
      const printed = await ask(["d1", "migrations", "list", binding, "--remote"]);
      return [binding, [...new Set(printed.match(/\b\d{4}_[\w-]+\.sql\b/g))]] as const;
    }),
  );
  return Object.fromEntries(answers);
}

interface AccountsRow {
  demo: string;
  super_admins: number;
}

const accountsSql = `SELECT
  (SELECT json_group_array(email) FROM users WHERE is_demo = 1 OR email LIKE '%@demo.example') AS demo,
  (SELECT count(*) FROM user_roles WHERE role = 'super_admin') AS super_admins`;

async function askAccounts(ask: Ask): Promise<{ demo: string[]; superAdmins: number }> {
  const printed = await ask(["d1", "execute", "DB", "--remote", "--json", "--command", accountsSql]);
  const [answer] = JSON.parse(printed) as { results: AccountsRow[] }[];
  const row = answer?.results[0];
  if (!row) throw new Error("The database gave no row.");
  return { demo: JSON.parse(row.demo) as string[], superAdmins: row.super_admins };
}

async function askMail(ask: Ask): Promise<{ recipients: string[]; domains: string[] }> {
  const [recipients, domains] = await Promise.all([
    ask(["email", "routing", "addresses", "list"]),
    ask(["email", "sending", "list"]),
  ]);
  return {
    recipients: readTable(recipients)
      .filter(({ verified }) => verified !== "pending")
      .flatMap(({ email }) => email ?? []),
    domains: readTable(domains)
      .filter(({ enabled }) => enabled === "yes")
      .flatMap(({ name }) => name ?? []),
  };
}

/** The rows of a table that wrangler prints for people: cells between upright lines, the first row has the names. */
function readTable(text: string): Record<string, string | undefined>[] {
  const [names = [], ...rows] = text
    .split("\n")
    .filter((line) => line.includes("│"))
    .map((line) =>
      line
        .split("│")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => Object.fromEntries(names.map((name, column) => [name, cells[column]])));
}
