/** What stands between a repository and its launch: a configuration that is ready, wrecked in one place after the other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkLaunch, countFaults, describeFaults, divideFaults } from "../scripts/launch/check-launch.ts";
import { readFacts } from "../scripts/launch/read-facts.ts";
import type { LaunchFacts } from "../scripts/launch/types.ts";
import { askAccount } from "../scripts/launch/ask-account.ts";
import { readConfig } from "../scripts/lib/wrangler-config.ts";
import { openStandIn, refuse } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { accountId, openTheAccount } from "./provision-acme.ts";

const root = join(import.meta.dirname, "..");
const repository = readFreshConfig();
const tokens = readFileSync(join(root, "app/styles/tokens.css"), "utf8");

/** wrangler.toml of the repository as an owner has filled it in. */
const filledIn = repository
  .replace("http://localhost:8787", "https://www.acme.co")
  .replace("00000000-0000-0000-0000-000000000000", "5f0c2a1e-1111-2222-3333-444455556666")
  .replace("00000000-0000-0000-0000-000000000001", "5f0c2a1e-1111-2222-3333-444455556667")
  .replace("website@fivewright.example", "site@acme.co")
  .replace("operator@fivewright.example", "ops@acme.co");

function readToml(text: string, env?: string) {
  const folder = mkdtempSync(join(tmpdir(), "launch-"));
  try {
    const file = join(folder, "wrangler.toml");
    writeFileSync(file, text);
    return readConfig(file, env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const copy = (text: string, path = "app/content/brand.ts") => [{ path, text }];

const ready: LaunchFacts = {
  config: readToml(filledIn),
  configText: filledIn,
  brand: {
    name: "Acme",
    salesEmail: "sales@acme.co",
    social: [{ name: "LinkedIn", href: "https://linkedin.com/acme" }],
  },
  legalEntity: { name: "Acme Ltd.", law: "English law" },
  copy: copy('export const brand = {\n  name: "Acme",\n  salesEmail: "sales@acme.co",\n};'),
  tokens,
  commit: { id: "a".repeat(40), isDirty: false },
  tested: { commit: "a".repeat(40), passed: 3400, failed: 0, isDirty: false },
  account: {
    secrets: ["AUTH_SECRET", "BACKUP_KEY"],
    pendingMigrations: { DB: [] },
    demoAccounts: [],
    superAdmins: 1,
    mail: { recipients: [], domains: ["acme.co"] },
  },
};

const withToml = (from: string | RegExp, to: string): Partial<LaunchFacts> => {
  const text = filledIn.replace(from, to);
  if (text === filledIn) throw new Error(`wrangler.toml has no ${String(from)}.`);
  return { config: readToml(text), configText: text };
};
const withVariable = (line: string) => withToml("[vars]", `[vars]\n${line}`);
const withAccount = (change: Partial<LaunchFacts["account"]>): Partial<LaunchFacts> => ({
  account: { ...ready.account!, ...change },
});
const withBrand = (change: Record<string, unknown>) => ({ brand: { ...ready.brand, ...change } });

test("a repository that is filled in, tested and set up has nothing left to do, asked with and without its account", () => {
  expect(checkLaunch(ready)).toEqual([]);
  expect(checkLaunch({ ...ready, account: null })).toEqual([]);
});

const wrecks: readonly (readonly [name: string, where: string, change: Partial<LaunchFacts>])[] = [
  ["origin", "wrangler.toml:", withToml("https://www.acme.co", "http://localhost:8787")],
  ["origin", "wrangler.toml:", withToml("https://www.acme.co", "https://www.acme.co/")],
  ["origin", "wrangler.toml:", withToml("https://www.acme.co", "https://www.example.com")],
  ["origin-missing", "wrangler.toml", withToml(/^SITE_ORIGIN.*/m, "")],
  ["workers-dev-off", "wrangler.toml:", withToml("www.acme.co", "site.acme.workers.dev")],
  ["second-host", "wrangler.toml:", withToml("workers_dev = false", "workers_dev = true")],
  ["open-previews", "wrangler.toml:", withToml("preview_urls = false", "preview_urls = true")],
  [
    "database-id",
    "wrangler.toml:",
    withToml("5f0c2a1e-1111-2222-3333-444455556667", "00000000-0000-0000-0000-000000000001"),
  ],
  ["database-missing", "wrangler.toml", withToml('binding = "SEARCH_DB"', 'binding = "OTHER_DB"')],
  ["bucket-missing", "wrangler.toml", withToml('binding = "MEDIA"', 'binding = "OTHER"')],
  ["rate-limit-missing", "wrangler.toml", withToml('name = "SIGN_IN_LIMIT"', 'name = "OTHER_LIMIT"')],
  [
    "queue-without-consumer",
    "wrangler.toml:",
    withToml(/(\[\[queues\.consumers\]\]\nqueue = )"fivewright-mail"/, '$1"fivewright-post"'),
  ],
  ["jobs-missing", "wrangler.toml:", withToml('"17 * * * *", ', "")],
  ["secret-in-file", "wrangler.toml:", withVariable('AUTH_SECRET_PREVIOUS = "x"')],
  [
    "former-secret-date",
    "wrangler.toml:",
    { ...withVariable('AUTH_SECRET_PREVIOUS_UNTIL = "31.1.2027"'), account: null },
  ],
  ["identity-provider", "wrangler.toml:", withVariable('OIDC_ONLY = "on"')],
  ["unknown-role", "wrangler.toml:", withToml(/REQUIRE_SECOND_FACTOR.*/, 'REQUIRE_SECOND_FACTOR = "HR, super-admin"')],
  ["indexnow-key", "wrangler.toml:", withToml('INDEXNOW_KEY = ""', 'INDEXNOW_KEY = "a b"')],
  ["mail-address", "wrangler.toml:", withToml("ops@acme.co", "me@example.com")],
  ["mail-variable", "wrangler.toml", withToml(/MAIL_TEST_TO.*/, "")],
  ["no-mail", "wrangler.toml", withToml("site@acme.co", "")],
  ["mail-binding", "wrangler.toml", withToml(/\[\[send_email\]\]\nname = "EMAIL"/, "")],
  ["mail-transport", "wrangler.toml:", withVariable('MAIL_TRANSPORT = "pigeon"')],
  [
    "mail-transport",
    "wrangler.toml:",
    withVariable('MAIL_TRANSPORT = "smtp"\nSMTP_HOST = "mail.acme.co"\nSMTP_PORT = "25"'),
  ],
  [
    "secret-missing",
    "npx wrangler secret put SMTP_PASSWORD",
    withVariable('MAIL_TRANSPORT = "smtp"\nSMTP_HOST = "mail.acme.co"\nSMTP_USER = "site"'),
  ],
  ["secret-in-file", "wrangler.toml:", withVariable('MAIL_API_KEY = "x"')],
  ["brand-name", "app/content/brand.ts:2", withBrand({ name: "Fivewright" })],
  ["brand-address", "app/content/brand.ts:3", withBrand({ salesEmail: "sales@acme.example" })],
  ["social-link", "app/content/brand.ts", withBrand({ social: [{ name: "X", href: "https://x.com/fivewright" }] })],
  [
    "legal-entity",
    "app/content/legal.ts:2",
    { copy: copy('{\n  name: "[Registered company name]",', "app/content/legal.ts") },
  ],
  ["legal-entity", "app/content/legal.ts:1", { legalEntity: { name: "" } }],
  ["bracket", "app/content/pages/partners.ts:1", { copy: copy('name: "[Partner]"', "app/content/pages/partners.ts") }],
  [
    "placeholder",
    "app/content/pages/careers.ts:2",
    { copy: copy("{\n  placeholder: true", "app/content/pages/careers.ts") },
  ],
  ["contrast", "app/styles/tokens.css:", { tokens: tokens.replace("--ink-3: #51696f", "--ink-3: #9fb0b4") }],
  ["domain-missing", "wrangler.toml:", withAccount({ hasDomain: false })],
  ["not-asked", "npx wrangler whoami", withAccount({ hasDomain: null })],
  ["site-hidden", "wrangler.toml:", withVariable('SITE_STAGE = "staging"')],
  ["secret-missing", "npx wrangler secret put AUTH_SECRET", withAccount({ secrets: ["BACKUP_KEY"] })],
  ["secret-missing", "npx wrangler secret put BACKUP_KEY", withAccount({ secrets: ["AUTH_SECRET"] })],
  [
    "bootstrap-open",
    "npx wrangler secret delete",
    withAccount({ secrets: ["AUTH_SECRET", "BACKUP_KEY", "BOOTSTRAP_SECRET"] }),
  ],
  ["migrations-pending", "npx wrangler d1", withAccount({ pendingMigrations: { DB: ["0014_search.sql"] } })],
  ["demo-account", "/user-management", withAccount({ demoAccounts: ["super@demo.example"] })],
  ["no-super-admin", "npm run admin:create", withAccount({ superAdmins: 0 })],
  ["not-asked", "npx wrangler whoami", withAccount({ secrets: null })],
  ["uncommitted", "git status", { commit: { ...ready.commit, isDirty: true } }],
  ["untested", "npm test -- all", { tested: null }],
  ["tests-failed", "npm test -- all", { tested: { ...ready.tested!, failed: 2 } }],
  ["tested-other", "npm test -- all", { tested: { ...ready.tested!, commit: "b".repeat(40) } }],
];

test.each(wrecks)("%s is named, with its place in %s", (name, where, change) => {
  const faults = checkLaunch({ ...ready, ...change });
  expect(new Set(faults.map((fault) => fault.name))).toEqual(new Set([name]));
  for (const fault of faults) {
    expect(fault.where.startsWith(where), fault.where).toBe(true);
    expect(fault.what.length * fault.mend.length).toBeGreaterThan(0);
  }
});

test("a deployment waits for no migration and no first account, which come with it", () => {
  const account = withAccount({ pendingMigrations: { DB: ["0001_accounts.sql"] }, superAdmins: 0, secrets: [] });
  const { faults, notes } = divideFaults(checkLaunch({ ...ready, ...account }));
  expect(faults.map(({ name, where }) => [name, where])).toEqual([
    ["secret-missing", "npx wrangler secret put AUTH_SECRET"],
    ["secret-missing", "npx wrangler secret put BACKUP_KEY"],
  ]);
  expect(notes.map(({ name }) => name)).toEqual(["migrations-pending", "no-super-admin"]);
});

test("whoever sends from no domain of the account learns which addresses have to be verified", () => {
  const mail = { recipients: ["SALES@acme.co"], domains: [] };
  expect(checkLaunch({ ...ready, ...withAccount({ mail }) }).map(({ name }) => name)).toEqual(["sender-unverified"]);
  const none = { recipients: [], domains: [] };
  expect(checkLaunch({ ...ready, ...withAccount({ mail: none }) }).map(({ name }) => name)).toEqual([
    "sender-unverified",
    "recipient-unverified",
  ]);
});

test("everything at once is listed at once; a site for colleagues may keep its examples", () => {
  const addresses = ["sales", "careers", "partners", "privacy", "security"].map((name) => [
    `${name}Email`,
    `${name}@a.example`,
  ]);
  const all: LaunchFacts = {
    ...ready,
    config: readToml(repository),
    configText: repository,
    brand: {
      name: "Fivewright",
      ...Object.fromEntries(addresses),
      social: [{ name: "X", href: "https://x.com/fivewright" }],
    },
    legalEntity: { name: "", law: "" },
    copy: copy(`[\n${'  { name: "[Partner]", placeholder: true },\n'.repeat(6)}]`, "app/content/pages/partners.ts"),
    commit: { id: "", isDirty: true },
    tested: null,
  };
  const faults = checkLaunch(all);
  expect(faults.length).toBeGreaterThanOrEqual(25);
  const text = describeFaults(faults);
  for (const { where, what } of faults) expect(text).toContain(`${where}\n    ${what}`);
  const names = new Set(checkLaunch(all, { isStaging: true }).map(({ name }) => name));
  expect([names.has("placeholder"), names.has("brand-address"), names.has("origin")]).toEqual([false, false, true]);
});

test("what this folder says can be read, whoever has filled it in", () => {
  const facts = readFacts(null);
  expect(facts.copy.some(({ path }) => path === "app/content/brand.ts")).toBe(true);
  expect(checkLaunch(facts).every(({ where, mend }) => where !== "" && mend !== "")).toBe(true);
});

/** Of staging as its owner has filled it in. */
const stagingFilledIn = filledIn
  .replace("https://staging.fivewright.example", "https://staging.acme.co")
  .replaceAll("00000000-0000-0000-0000-00000000001", "5f0c2a1e-2222-2222-3333-44445555666")
  .replace("website@fivewright.example", "site@acme.co")
  .replace("operator@fivewright.example", "ops@acme.co");

test("every command that a check of staging names is about staging, and none of a check of the site is", () => {
  const change = {
    ...withAccount({
      hasDomain: null,
      secrets: ["BOOTSTRAP_SECRET", "AUTH_SECRET_PREVIOUS"],
      pendingMigrations: { DB: ["0001_accounts.sql"], SEARCH_DB: ["0001_search.sql"] },
      superAdmins: 0,
      mail: { recipients: [], domains: [] },
      mailDomain: null,
    }),
    tested: null,
  };
  const readLines = (env?: string) => {
    const text = stagingFilledIn
      .replaceAll(/^database_id = .*\n/gm, "")
      .replaceAll("[vars]", '[vars]\nAUTH_SECRET_PREVIOUS_UNTIL = "2026-01-01"\nSMTP_PASSWORD = "x"')
      .replaceAll(
        "[env.staging.vars]",
        '[env.staging.vars]\nAUTH_SECRET_PREVIOUS_UNTIL = "2026-01-01"\nSMTP_PASSWORD = "x"',
      );
    const facts = { ...ready, ...change, config: readToml(text, env), configText: text };
    return checkLaunch(facts, { isStaging: env === "staging" }).flatMap(({ where, mend }) => [where, mend]);
  };
  const aboutSite = /--remote|wrangler (secret|d1) |npm run (?!admin:create)[\w:]+/;
  const lines = readLines("staging").filter((line) => aboutSite.test(line));
  expect(lines.length).toBeGreaterThanOrEqual(16);
  for (const line of lines) expect(line).toMatch(/ --env staging\b/);
  for (const line of readLines()) expect(line).not.toContain("--env");
});

test("the account is asked for the domain of the host, unless the site needs none of its own", async () => {
  const standIn = await openStandIn(accountId);
  const ask = async (origin: string, change = (text: string) => text) => {
    const config = readToml(change(filledIn.replace("https://www.acme.co", origin)));
    return (await askAccount(config, openTheAccount(standIn))).hasDomain;
  };
  try {
    expect([await ask("https://www.acme.co"), await ask("https://www.nosuch.co")]).toEqual([true, false]);
    const routed = (text: string) => `routes = [{ pattern = "www.nosuch.co/*", zone_name = "acme.co" }]\n${text}`;
    for (const asked of [
      ask("https://site.acme.workers.dev"),
      ask("http://localhost:8787"),
      ask("https://www.nosuch.co", routed),
    ])
      expect(await asked).toBe(undefined);
    standIn.answer = ({ path }) => (path === "/zones" ? refuse(403, 9109, "Unauthorized") : undefined);
    expect(await ask("https://www.nosuch.co")).toBe(undefined);
    standIn.answer = ({ path }) => (path === "/zones" ? refuse(500, 10000, "Internal error") : undefined);
    expect(await ask("https://www.nosuch.co")).toBe(null);
    const known = { ...ready, account: { ...ready.account!, hasDomain: false } };
    expect(describeFaults(checkLaunch(known))).toContain("No domain of the account has the host www.acme.co");
  } finally {
    await standIn.close();
  }
});

test("one of a kind is counted as one", () => {
  const [fault] = checkLaunch({ ...ready, ...withAccount({ superAdmins: 0 }) });
  expect([countFaults([fault!]), countFaults([fault!, fault!])]).toEqual(["1 fault stands", "2 faults stand"]);
  const said = describeFaults(
    checkLaunch({
      ...ready,
      ...withAccount({ pendingMigrations: { DB: ["0014_search.sql"] } }),
      tested: { ...ready.tested!, failed: 1 },
    }),
  );
  expect(said).toContain("DB lacks 1 migration, from");
  expect(said).toContain("1 test failed in the last run");
});

test("staging may have previews; it must not be listed, nor share data with the site, and its own lines are named", () => {
  const own = stagingFilledIn;
  const check = (text: string) =>
    checkLaunch({ ...ready, config: readToml(text, "staging"), configText: text }, { isStaging: true });
  expect(check(own)).toEqual([]);
  const line = own.split("\n").findIndex((each) => each === "[env.staging.vars]") + 1;
  for (const [name, text, at] of [
    ["staging-listed", own.replace('SITE_STAGE = "staging"', 'SITE_STAGE = "site"'), line + 2],
    ["origin", own.replace("https://staging.acme.co", "http://localhost:8787"), line + 1],
    ["shared-data", own.replace('"fivewright-staging-media"', '"fivewright-media"'), null],
    ["shared-data", own.replace("5f0c2a1e-2222-2222-3333-444455556660", "5f0c2a1e-1111-2222-3333-444455556666"), null],
  ] as const) {
    expect(text).not.toBe(own);
    const faults = check(text);
    expect(faults.map((fault) => fault.name)).toEqual([name]);
    if (at !== null) expect(faults[0]?.where).toBe(`wrangler.toml:${at}`);
  }
});

test("the Worker has one public host: neither workers.dev nor preview addresses", () => {
  for (const name of ["workers_dev", "preview_urls"]) expect(repository).toMatch(new RegExp(`^${name} = false$`, "m"));
});
