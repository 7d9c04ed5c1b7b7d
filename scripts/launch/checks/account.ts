import { parseInstant } from "../../../worker/lib/former-secret.ts";
import { readHost, readVariable, writeEnvOption, writeNpmCommand } from "../../lib/wrangler-config.ts";
import { writeCount } from "../../lib/write-count.ts";
import type { AccountFacts, Fault, LaunchFacts } from "../types.ts";
import { findLine } from "./find-line.ts";

/** What the account at Cloudflare says. */
export function checkAccount(facts: LaunchFacts): Fault[] {
  const { account } = facts;
  if (!account) return [];
  return [
    ...listUnasked(account, facts),
    ...checkDomainOfHost(account, facts),
    ...checkSecrets(account, facts),
    ...checkMigrations(account, facts),
    ...checkAccounts(account, facts),
  ];
}

function listUnasked(account: AccountFacts, { config }: LaunchFacts): Fault[] {
  const asked: readonly [keyof AccountFacts, string][] = [
    ["hasDomain", "the domain of the site"],
    ["secrets", "the Worker's secrets"],
    ["pendingMigrations", "the migrations of the databases"],
    ["demoAccounts", "the accounts in the database"],
    ["mail", "the addresses and domains for mail"],
  ];
  return asked
    .filter(([part]) => account[part] === null)
    .map(([, name]) => ({
      name: "not-asked",
      where: "npx wrangler whoami",
      what: `Cloudflare did not say what it knows of ${name}`,
      mend: `Sign in with npx wrangler login, run ${writeNpmCommand("provision", config)} once, and try again`,
    }));
}

/** Without it the deployment could make no custom domain of the host. */
function checkDomainOfHost({ hasDomain }: AccountFacts, facts: LaunchFacts): Fault[] {
  if (hasDomain !== false) return [];
  return [
    {
      name: "domain-missing",
      where: findLine(facts, "SITE_ORIGIN"),
      what: `No domain of the account has the host ${readHost(facts.config)}`,
      mend: "Add the domain (docs/going-live.md, step 1), or set SITE_ORIGIN to another host",
    },
  ];
}

/** Secrets that a variable beside them makes necessary. */
const pairs = [
  { variable: "TURNSTILE_SITE_KEY", secret: "TURNSTILE_SECRET" },
  { variable: "DOCUMENT_SCAN_URL", secret: "DOCUMENT_SCAN_SECRET" },
  { variable: "SMTP_USER", secret: "SMTP_PASSWORD" },
  { variable: "MAIL_API", secret: "MAIL_API_KEY" },
  { variable: "AUTH_SECRET_PREVIOUS_UNTIL", secret: "AUTH_SECRET_PREVIOUS" },
] as const;

function checkSecrets({ secrets }: AccountFacts, { config }: LaunchFacts): Fault[] {
  if (!secrets) return [];
  const inEnv = writeEnvOption(config);
  const needed = [
    { secret: "AUTH_SECRET", why: "Nobody could sign in" },
    ...(config.r2_buckets.some(({ binding }) => binding === "BACKUPS")
      ? [{ secret: "BACKUP_KEY", why: "No backup could be made" }]
      : []),
    ...pairs
      .filter(({ variable }) => (readVariable(config, variable) ?? "") !== "")
      .map(({ variable, secret }) => ({ secret, why: `${variable} is set` })),
  ];
  const found: Fault[] = needed
    .filter(({ secret }) => !secrets.includes(secret))
    .map(({ secret, why }) => ({
      name: "secret-missing",
      where: `npx wrangler secret put ${secret}${inEnv}`,
      what: `The secret ${secret} is not set. ${why}`,
      mend: "Make one with `openssl rand -base64 48`, or take it from its provider, and keep it in a password manager",
    }));
  if (secrets.includes("BOOTSTRAP_SECRET"))
    found.push({
      name: "bootstrap-open",
      where: `npx wrangler secret delete BOOTSTRAP_SECRET${inEnv}`,
      what: "BOOTSTRAP_SECRET is set: who knows it makes the first super admin",
      mend: "Delete it; npm run admin:create makes accounts without it",
    });
  const until = parseInstant(readVariable(config, "AUTH_SECRET_PREVIOUS_UNTIL") ?? "");
  if (until !== null && until <= Date.now() && secrets.includes("AUTH_SECRET_PREVIOUS"))
    found.push({
      name: "former-secret-over",
      where: `npx wrangler secret delete AUTH_SECRET_PREVIOUS${inEnv}`,
      what: "The day of AUTH_SECRET_PREVIOUS_UNTIL is over, and the former secret is still stored",
      mend: "Delete it, and AUTH_SECRET_PREVIOUS_UNTIL in wrangler.toml",
    });
  return found;
}

function checkMigrations({ pendingMigrations }: AccountFacts, { config }: LaunchFacts): Fault[] {
  return Object.entries(pendingMigrations ?? {})
    .filter(([, names]) => names.length > 0)
    .map(([binding, names]) => ({
      name: "migrations-pending",
      where: `npx wrangler d1 migrations apply ${binding} --remote${writeEnvOption(config)}`,
      what: `${binding} lacks ${writeCount(names.length, "migration")}, from ${names[0] ?? ""} on`,
      mend: `${writeNpmCommand("deploy", config)} applies them before the Worker`,
    }));
}

function checkAccounts({ demoAccounts, superAdmins }: AccountFacts, { config }: LaunchFacts): Fault[] {
  const found: Fault[] = (demoAccounts ?? []).map((email) => ({
    name: "demo-account",
    where: "/user-management",
    what: `The deployed database has the demo account ${email}`,
    mend: "Delete the account; the seed is for local databases alone",
  }));
  if (superAdmins === 0)
    found.push({
      name: "no-super-admin",
      where: `npm run admin:create -- --email you@example.com --remote${writeEnvOption(config)}`,
      what: "Nobody may manage the site",
      mend: "Make the first account after the first deployment",
    });
  return found;
}
