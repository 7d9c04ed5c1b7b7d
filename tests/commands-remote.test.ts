/** Commands about the data of a deployed environment, as an operator types them, against a stand-in of Cloudflare's API. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount } from "../scripts/cloudflare/api.ts";
import { describeJudgement, judgeSecret } from "../scripts/release/judge-secret.ts";
import { makeSigningKey } from "#worker/accounts/sessions/signing-keys.ts";
import { openStandIn, type StandIn } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";

const root = join(import.meta.dirname, "..");
const accountId = "0123456789abcdef0123456789abcdef";
const secret = "the-secret-of-staging-which-is-long-enough";
/** Ids of the repository, and those of the two deployments here. */
const ids = ["10", "20", "11", "21"].map((end) => `5f0c2a1e-1111-2222-3333-4444555566${end}`);

let standIn: StandIn;
let folder: string;
beforeAll(async () => {
  standIn = await openStandIn(accountId);
  folder = mkdtempSync(join(tmpdir(), "commands-remote-"));
  let at = 0;
  const toml = readFileSync(join(root, "wrangler.toml"), "utf8");
  writeFileSync(
    join(folder, "wrangler.toml"),
    toml.replaceAll(/database_id = ".*"/g, () => `database_id = "${ids[at++]}"`),
  );
  for (const id of [ids[0], ids[2]]) standIn.opened[id ?? ""] = openDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.close();
});

function openDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const name of readdirSync(join(root, "migrations")).toSorted())
    database.exec(readFileSync(join(root, "migrations", name), "utf8"));
  return database;
}

const run = (task: string, args: string[], env: Record<string, string> = {}) => type(task, [...args, "--remote"], env);

async function type(task: string, args: string[], env: Record<string, string> = {}) {
  const running = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "scripts/run-task.ts", task, ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        DEPLOYMENT_CONFIG: join(folder, "wrangler.toml"),
        CLOUDFLARE_API_BASE_URL: standIn.base,
        CLOUDFLARE_API_TOKEN: "token-of-the-test",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (part) => (said += String(part)));
  const status = await new Promise<number | null>((resolve) => running.once("close", resolve));
  return { status, said: said.trim() };
}

test("with --env staging, accounts and keys of staging are changed, and nothing of the site", async () => {
  const [site, , staging] = ids.map((id) => standIn.opened[id]);
  const key = await makeSigningKey({ AUTH_SECRET: secret }, "current");
  staging
    ?.prepare(
      `insert into signing_keys (kid, state, public_jwk, private_jwk_sealed, created_at, activated_at) values (?, ?, ?, ?, ?, ?)`,
    )
    .run(key.kid, key.state, key.public_jwk, key.private_jwk_sealed, key.created_at, key.activated_at);
  const email = ["--email", "ops@acme.co"];
  const inStaging = ["--env", "staging"];
  const given = { AUTH_SECRET: secret, ADMIN_PASSWORD: "kestrel-violin-harbour-93" };
  const [wrong, rotated] = await Promise.all([
    run("admin-create", [...email, ...inStaging], { ...given, AUTH_SECRET: "another-secret-which-is-long-enough-too" }),
    run("keys-rotate", ["--now", ...inStaging], given),
  ]);
  expect([wrong.said, wrong.status]).toEqual([
    "This is not the AUTH_SECRET of that site: it does not open the signing key in its database. Nothing was done.",
    1,
  ]);
  expect(staging?.prepare("select count(*) as n from accounts").get()).toEqual({ n: 0 });
  expect(rotated.said).toMatch(/^The signing keys of the database of staging:\nretired .*\ncurrent .*\nnext /);

  const made = await run("admin-create", [...email, ...inStaging], given);
  expect([made.said, made.status]).toEqual(["ops@acme.co is a super admin of the database of staging.", 0]);
  expect(staging?.prepare("select email, role from accounts join account_roles on account_id = id").all()).toEqual([
    { email: "ops@acme.co", role: "super_admin" },
  ]);
  expect(
    site?.prepare("select (select count(*) from accounts) + (select count(*) from signing_keys) as n").get(),
  ).toEqual({ n: 0 });
  for (const path of standIn.requests) expect(path).not.toContain(ids[0]);
}, 60_000);

test("whether a secret is the deployed one is told by the signing key, which the first sign-in makes", async () => {
  const key = await makeSigningKey({ AUTH_SECRET: secret }, "current");
  const [empty, unused, used] = [new DatabaseSync(":memory:"), openDatabase(), openDatabase()];
  used
    .prepare(
      `insert into signing_keys (kid, state, public_jwk, private_jwk_sealed, created_at, activated_at) values (?, ?, ?, ?, ?, ?)`,
    )
    .run(key.kid, key.state, key.public_jwk, key.private_jwk_sealed, key.created_at, key.activated_at);
  Object.assign(standIn.opened, { empty, unused, used });
  const judge = (id: string, given = secret, token = "token-of-the-test") =>
    judgeSecret(given, { d1_databases: [{ binding: "DB", database_id: id }] }, () =>
      Promise.resolve(openAccount({ token, base: standIn.base }, accountId)),
    );
  expect([
    await judge("used"),
    await judge("used", "another-secret-which-is-long-enough-too"),
    await judge("unused"),
    await judge("empty"),
    await judge("used", secret, "of-nobody"),
    await judgeSecret(secret, { d1_databases: [] }, () => Promise.reject(new Error("Nobody is signed in"))),
  ]).toEqual(["deployed", "another", "no-key", "no-key", "not-asked", "not-asked"]);
  expect(describeJudgement("deployed")).toBe("");
  expect(describeJudgement("not-asked")).toContain("could not be asked");
});

test("secrets:rotate before the first sign-in says that there is no signing key yet", async () => {
  const file = join(folder, "fresh.toml");
  let at = 0;
  writeFileSync(
    file,
    readFreshConfig().replaceAll(/database_id = ".*"/g, () => `database_id = "fresh-${at++}"`),
  );
  standIn.opened["fresh-2"] = openDatabase();
  // One that no file of secrets can hold ends it before anything is written.
  const given = { AUTH_SECRET: `"'\`\\${"x".repeat(48)}`, DEPLOYMENT_CONFIG: file };
  const { said, status } = await type("secrets-rotate", ["AUTH_SECRET", "--env", "staging"], given);
  expect(said).toMatch(
    /^The database of staging has no signing key yet: the first sign-in makes one\. .*make sure that it is\.\n/,
  );
  expect([said.endsWith("Nothing was done."), status]).toEqual([true, 1]);
});
