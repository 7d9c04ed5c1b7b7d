/** From an empty account to one that has all the site needs, against a stand-in of Cloudflare's API. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseAccount } from "../scripts/cloudflare/choose-account.ts";
import { askAccount } from "../scripts/launch/ask-account.ts";
import { readConfig } from "../scripts/lib/wrangler-config.ts";
import { keepSecret, readStoredSecrets } from "../scripts/provision/stored-secrets.ts";
import { type Provision, tellNext } from "../scripts/provision/provision.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { openStandIn, refuse, type StandIn } from "./cloudflare-stand-in.ts";
import { accountId, openTheAccount, provisionAcme, readToml } from "./provision-acme.ts";

const legal = `export const legalEntity = {\n  dataRegion: "[Region in which the database is kept: to be added]",\n};`;

let standIn: StandIn;
let folder: string;
let texts: Record<string, string>;
let said: string[];

beforeEach(async () => {
  standIn = await openStandIn(accountId);
  folder = mkdtempSync(join(tmpdir(), "provision-"));
  texts = { "wrangler.toml": readFreshConfig(), "app/content/legal.ts": legal };
  said = [];
});
afterEach(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true });
});

const readOwnToml = () => readToml(folder, texts["wrangler.toml"]);

function run(change: Partial<Provision> = {}) {
  const secretsFile = join(folder, "secrets.env");
  const secrets = {
    stored: Object.keys(readStoredSecrets(secretsFile)),
    keep: (name: string) => keepSecret(secretsFile, name),
  };
  return provisionAcme({ standIn, folder, texts }, { secrets, say: (line) => said.push(line), ...change });
}

test("an empty account gets all that wrangler.toml names, in the chosen region; the same command again makes nothing", async () => {
  await run();
  expect(standIn.databases.map(({ name, place }) => [name, place])).toEqual([
    ["fivewright", "eu"],
    ["fivewright-search", "eu"],
  ]);
  expect(standIn.buckets).toEqual([
    { name: "fivewright-media", jurisdiction: "eu" },
    { name: "fivewright-backups", jurisdiction: "eu" },
  ]);
  const { queues, vars, d1_databases: databases, r2_buckets: buckets } = readOwnToml();
  expect(standIn.queues.toSorted()).toEqual((queues.consumers ?? []).map(({ queue }) => queue).toSorted());
  expect(databases.map(({ database_id: id }) => id)).toEqual(standIn.databases.map(({ uuid }) => uuid));
  expect([vars["SITE_ORIGIN"], buckets[0]?.jurisdiction]).toEqual(["https://www.acme.co", "eu"]);
  expect(texts["app/content/legal.ts"]).toContain('dataRegion: "the European Union, where');
  // Nothing but ids, places and the address has changed.
  const repository = readFreshConfig().split("\n");
  const lines = new Set(repository);
  expect((texts["wrangler.toml"] ?? "").split("\n").filter((line) => !lines.has(line))).toHaveLength(5);
  const file = join(folder, "secrets.env");
  for (const name of ["AUTH_SECRET", "BACKUP_KEY"])
    expect(readStoredSecrets(file)[name]?.length).toBeGreaterThanOrEqual(48);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const [before, requests] = [{ ...texts }, standIn.requests.length];
  said = [];
  await run();
  expect(texts).toEqual(before);
  expect(standIn.requests.slice(requests).filter((line) => !line.startsWith("GET"))).toEqual([]);
  expect(said.at(-1)).toBe("Nothing was missing.");
});

test("a dry run says all of it and does nothing", async () => {
  const before = { ...texts };
  await run({ isDryRun: true });
  expect(standIn.requests.filter((line) => !line.startsWith("GET"))).toEqual([]);
  expect([texts, readStoredSecrets(join(folder, "secrets.env"))]).toEqual([before, {}]);
  for (const words of [
    "would make D1 database fivewright-search",
    "would make queue fivewright-mail-dead",
    "would make secret AUTH_SECRET",
  ])
    expect(said).toContain(words);
  expect(said.join("\n")).toContain('would write wrangler.toml: SITE_ORIGIN = "https://www.acme.co"');
});

test("a host whose domain is not in the account is refused before anything is made, in a dry run too", async () => {
  const before = { ...texts };
  for (const isDryRun of [true, false])
    await expect(run({ domain: "www.nosuch.co", isDryRun })).rejects.toThrow(
      "No domain of the account has the host www.nosuch.co. Add the domain (docs/going-live.md, step 1), or give another host: --domain.",
    );
  expect([texts, said, changes(), standIn.databases]).toEqual([before, [], [], []]);
  await run({ domain: "site.acme.workers.dev", isDryRun: true });
  // The deployment reports a sign-in that may not ask.
  standIn.answer = ({ path }) => (path === "/zones" ? refuse(403, 9109, "Unauthorized") : undefined);
  await run({ domain: "www.nosuch.co", isDryRun: true });
  expect(said).toContain("would make queue fivewright-mail-dead");
});

test("nothing was missing only where nothing is written, and of secrets it speaks only where some were drawn", async () => {
  const drawn = await run();
  expect(drawn).toEqual(["AUTH_SECRET", "BACKUP_KEY"]);
  for (const isDryRun of [true, false]) {
    said = [];
    expect(await run({ domain: "blog.acme.co", isDryRun })).toEqual([]);
    expect(said.at(-1)).toBe(
      `${isDryRun ? "would write" : "write"} wrangler.toml: SITE_ORIGIN = "https://blog.acme.co"`,
    );
  }
  expect(await run({ domain: "blog.acme.co" })).toEqual([]);
  expect(said.at(-1)).toBe("Nothing was missing.");
  const end = { file: ".secrets/staging.env", env: "staging" };
  const next = "Next: npm run launch-check -- --env staging";
  expect([tellNext({ ...end, drawn: [] }), tellNext({ ...end, drawn })]).toEqual([
    next,
    expect.stringMatching(/^Secrets that were drawn are in \.secrets\/staging\.env: .*\nNext: npm run launch-check/),
  ]);
});

test("whatever request fails, the next run goes on where it stopped, and the end is the same", async () => {
  await run();
  const whole = { databases: standIn.databases.length, queues: [...standIn.queues].toSorted() };
  const count = standIn.requests.length;
  for (let failsFrom = 0; failsFrom < count; failsFrom += 1) {
    await standIn.close();
    standIn = await openStandIn(accountId);
    texts["wrangler.toml"] = readFreshConfig();
    standIn.failsFrom = failsFrom;
    await expect(run()).rejects.toThrow("Internal error");
    standIn.failsFrom = null;
    await run();
    expect(standIn.databases.map(({ name }) => name).toSorted()).toEqual(["fivewright", "fivewright-search"]);
    expect([standIn.databases.length, standIn.queues.toSorted()]).toEqual([whole.databases, whole.queues]);
    const ids = readOwnToml().d1_databases.map(({ database_id: id }) => id);
    expect(ids.toSorted()).toEqual(standIn.databases.map(({ uuid }) => uuid).toSorted());
  }
});

test("a place that is only asked for is a hint; many databases of others are read page by page", async () => {
  standIn.databases.push(
    ...Array.from({ length: 250 }, (_, index) => ({ uuid: String(index), name: `other-${index}`, place: "" })),
    { uuid: "mine", name: "fivewright", place: "weur" },
  );
  await run({ region: "weur" });
  expect(standIn.databases.filter(({ name }) => name.startsWith("fivewright")).map(({ place }) => place)).toEqual([
    "weur",
    "weur",
  ]);
  expect(readOwnToml().d1_databases[0]?.database_id).toBe("mine");
  expect(standIn.buckets).toEqual([
    { name: "fivewright-media", jurisdiction: "default", location: "WEUR" },
    { name: "fivewright-backups", jurisdiction: "default", location: "WEUR" },
  ]);
});

const places = () => standIn.buckets.map(({ name, jurisdiction }) => [name, jurisdiction]);
const changes = (from = 0) => standIn.requests.slice(from).filter((line) => !line.startsWith("GET"));

test("another region than the written one is refused before anything is done; a repeated run needs none", async () => {
  await run();
  const [before, from] = [{ ...texts }, standIn.requests.length];
  const buckets = places();
  for (const region of ["us", "weur"] as const)
    await expect(run({ region })).rejects.toThrow(
      `wrangler.toml names the region eu already, and --region says ${region}. A region is for good`,
    );
  // Only the legal page knows it: the buckets have no jurisdiction that is written down.
  texts["wrangler.toml"] = texts["wrangler.toml"]?.replaceAll(/^jurisdiction = .*\n/gm, "") ?? "";
  await expect(run({ region: "us" })).rejects.toThrow("app/content/legal.ts names the region eu already");
  texts["wrangler.toml"] = before["wrangler.toml"]?.replaceAll('jurisdiction = "eu"', 'jurisdiction = "us"') ?? "";
  await expect(run({ region: undefined })).rejects.toThrow("make both say where the database is");
  texts = { ...before };
  await run({ region: undefined });
  expect([texts, places(), changes(from)]).toEqual([before, buckets, []]);
});

test("what is found in another place than was asked for is named, and no page says what is not so", async () => {
  standIn.databases.push({ uuid: "mine", name: "fivewright", place: "wnam" });
  const before = { ...texts };
  for (const region of ["eu", "weur"] as const) {
    await expect(run({ region })).rejects.toThrow(
      /^D1 database fivewright is in another place than \w+ .*: wnam, that is Western North America.*\n.*run this with --region wnam;/,
    );
    expect([texts, changes()]).toEqual([before, []]);
  }
  await run({ region: undefined });
  expect(texts["app/content/legal.ts"]).toContain("Western North America, as far as");
  expect(standIn.databases.map(({ place }) => place)).toEqual(["wnam", "wnam"]);
  // Buckets that somebody made by hand, or that a former run has made elsewhere.
  standIn.buckets.splice(0, 1, { name: "fivewright-media", jurisdiction: "eu" });
  const from = standIn.requests.length;
  await expect(run({ region: undefined })).rejects.toThrow("R2 bucket fivewright-media is in another place than wnam");
  expect(changes(from)).toEqual([]);
});

test("a wish that Cloudflare could not fulfil stops no later run, and is said", async () => {
  await run({ region: "weur" });
  for (const database of standIn.databases) database.place = "eeur";
  said = [];
  await run({ region: undefined });
  await run({ region: "weur" });
  expect(said[0]).toMatch(/^note: D1 database fivewright is in another place than weur .*: eeur,/);
  // Nothing is written down for staging: its database knows.
  standIn.databases.push({ uuid: "staging", name: "fivewright-staging", place: "us" });
  writeFileSync(join(folder, "wrangler.toml"), texts["wrangler.toml"] ?? "");
  const staging = { config: readConfig(join(folder, "wrangler.toml"), "staging"), env: "staging", domain: "s.acme.co" };
  await run({ ...staging, region: undefined });
  expect(places().slice(2)).toEqual([
    ["fivewright-staging-media", "us"],
    ["fivewright-staging-backups", "us"],
  ]);
});

test("where nothing knows the region it is asked for, once", async () => {
  let asked = 0;
  await run({ region: undefined, chooseRegion: () => Promise.resolve(asked++ === 0 ? "eu" : "us") });
  await run({ region: undefined });
  expect([asked, places()[0]]).toEqual([1, ["fivewright-media", "eu"]]);
});

test("the account is the one that was named, or the only one; a token that is refused says so", async () => {
  process.env["CLOUDFLARE_API_TOKEN"] = "token-of-the-test";
  process.env["CLOUDFLARE_API_BASE_URL"] = standIn.base;
  try {
    expect((await chooseAccount({ account_id: undefined })).accountId).toBe(accountId);
    expect((await chooseAccount({ account_id: undefined }, "Acme")).accountId).toBe(accountId);
    await expect(chooseAccount({ account_id: undefined }, "Other")).rejects.toThrow(accountId);
    process.env["CLOUDFLARE_API_TOKEN"] = "another";
    await expect(chooseAccount({ account_id: undefined })).rejects.toThrow("Invalid access token");
  } finally {
    delete process.env["CLOUDFLARE_API_TOKEN"];
    delete process.env["CLOUDFLARE_API_BASE_URL"];
  }
});

test("the launch check asks the same account: secrets, migrations, accounts of the demo, mail", async () => {
  await run();
  standIn.rows["sqlite_master WHERE name = 'd1_migrations'"] = [{ name: "d1_migrations" }];
  standIn.rows["FROM d1_migrations"] = [{ name: "0001_accounts.sql" }, { name: "0001_search.sql" }];
  standIn.rows["name = 'account_roles'"] = [{ name: "account_roles" }];
  standIn.rows["json_group_array(email)"] = [{ demo: '["super@demo.example"]', super_admins: 2 }];
  const facts = await askAccount(readOwnToml(), openTheAccount(standIn));
  expect(facts).toMatchObject({
    secrets: [],
    demoAccounts: ["super@demo.example"],
    superAdmins: 2,
    mail: { recipients: ["sales@acme.co"], domains: ["acme.co"] },
  });
  expect(facts.pendingMigrations?.["DB"]).toContain("0002_audit.sql");
  expect(facts.pendingMigrations?.["SEARCH_DB"]).not.toContain("0001_search.sql");
  standIn.secrets["fivewright-site"] = ["AUTH_SECRET"];
  expect(await askAccount(readOwnToml(), openTheAccount(standIn))).toMatchObject({ secrets: ["AUTH_SECRET"] });
  expect(await askAccount(readOwnToml(), openTheAccount(standIn, "another"))).toEqual({
    secrets: null,
    pendingMigrations: null,
    demoAccounts: null,
    superAdmins: null,
    mail: null,
  });
});
