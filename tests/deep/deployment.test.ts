/** From an empty account to a site that is deployed, deployed again, taken back, previewed, and whose secret is replaced. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/command.ts";
import { checks } from "../../scripts/smoke/checks.ts";
import { refuse } from "../cloudflare-stand-in.ts";
import { openStaging } from "./cloudflare/open-staging.ts";

const accountId = "0123456789abcdef0123456789abcdef";
const name = "fivewright-site-staging";
const host = "staging.acme.co";

let staging: Awaited<ReturnType<typeof openStaging>>;
let cloud: typeof staging.cloud;
let owner: typeof staging.owner;

beforeAll(async () => {
  staging = await openStaging(accountId, name);
  ({ cloud, owner } = staging);
});
afterEach(() => {
  Object.assign(cloud.faults, { refuses: () => undefined, purges: true, blocks: () => false });
  expect(cloud.account.unknown).toEqual([]);
});
afterAll(() => staging.close());

/** wrangler.toml with addresses where mails arrive. */
const writeMail = (toml: string) => toml.replaceAll(/^(MAIL_(?:FROM|TEST_TO)) = ".*"/gm, '$1 = "sales@acme.co"');
const listFiles = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".sql"))
    .toSorted();

test("provision makes what is missing once, and writes it down", async () => {
  const command = `npm run provision -- --domain ${host} --region eu --env staging`;
  const dry = await owner.type(`${command} --dry-run`);
  expect([dry.status, cloud.account.databases, owner.git("status", "--porcelain")]).toEqual([0, [], ""]);
  expect(dry.said).toContain("would make D1 database fivewright-staging\n");
  const { said } = await owner.type(command);
  expect(said).toContain("Next: npm run launch-check -- --env staging");
  const again = await owner.type(command);
  expect(again.said).toContain("Nothing was missing.");
  expect(again.said).not.toContain("Secrets that were drawn");
  const { databases, buckets, queues } = cloud.account;
  expect([databases.length, buckets.length, queues.length]).toEqual([2, 2, 8]);
  for (const { uuid } of databases) expect(owner.read("wrangler.toml")).toContain(`database_id = "${uuid}"`);
});

test("the launch check names what is left, and then the next command", async () => {
  const before = await owner.type("npm run launch-check -- --env staging");
  expect(before.status).toBe(1);
  for (const fault of ["(mail-address)", "(uncommitted)", "(untested)"]) expect(before.said).toContain(fault);
  owner.write("wrangler.toml", writeMail(owner.read("wrangler.toml")));
  owner.commit("Acme goes live on staging");
  const { status, said } = await owner.type("npm run launch-check -- --env staging");
  expect([status, said]).toEqual([
    0,
    expect.stringContaining("Nothing is left to do: npm run deploy -- --env staging."),
  ]);
  expect(said).toContain("(migrations-pending)");
});

test("what belongs to others is not overwritten: a Worker of the name, its host, a record of DNS", async () => {
  staging.putOther();
  const taken = await staging.deploy();
  expect([taken.status, taken.said]).toEqual([1, expect.stringContaining(`another Worker named ${name}`)]);
  // Another site of this product, with a label of its deployment.
  const [theirs] = cloud.workers.get(name)?.versions ?? [];
  theirs!.annotations["workers/message"] = "Their words [DB 0001]";
  theirs!.bindings = [{ type: "plain_text", name: "SITE_ORIGIN", text: "https://www.other.co" }];
  expect((await staging.deploy()).said).toContain(`The Worker ${name} of this account is the site www.other.co`);
  const command = `npm run provision -- --domain ${host} --region eu --env staging`;
  expect((await owner.type(command)).said).toContain("Nothing was done.");
  cloud.workers.delete(name);
  cloud.hosts.set(host, "shop");
  expect((await staging.deploy()).said).toContain(`${host} belongs to the Worker shop`);
  cloud.hosts.delete(host);
  cloud.records.push({ type: "CNAME", name: host, content: "old.example.net" });
  expect((await staging.deploy()).said).toContain(`${host} leads elsewhere: its DNS has CNAME old.example.net`);
  cloud.records.pop();
  expect(staging.versions()).toEqual([]);
});

test("migrations that stop on their way say how far they came, and the next run goes on from there", async () => {
  cloud.faults.refuses = ({ path, method }) =>
    path.startsWith("/d1/") && method === "POST" ? refuse(403, 10000, "Authentication error") : undefined;
  expect((await staging.deploy()).said).toContain("The sign-in lacks a right: D1: Edit.");
  const files = listFiles("migrations");
  const [before = "", failing = ""] = files.slice(9, 11);
  cloud.faults.refuses = ({ body }) =>
    String((body as { sql?: string }).sql).includes(failing) ? refuse(500, 7500, "Internal error") : undefined;
  const { status, said } = await staging.deploy();
  expect([status, said]).toEqual([1, expect.stringContaining(`${failing} of DB was not applied.`)]);
  expect(said).toContain(`${before}.\nCloudflare did not answer as it should`);
  expect(said).toContain("Run the same command again: it goes on from there.");
  expect(await staging.listApplied("fivewright-staging")).toEqual(files.slice(0, 10));
  let isDown = false;
  cloud.faults.refuses = ({ body }) => {
    isDown ||= String((body as { sql?: string }).sql).includes(failing);
    return isDown ? refuse(500, 10000, "Internal error") : undefined;
  };
  expect((await staging.deploy()).said).toContain("how far they came cannot be asked now.");
});

test("an upload that is refused says why, and that nothing has changed", async () => {
  const refusals = [
    [refuse(400, 10027, "Script too large"), "The Worker is larger than the plan takes"],
    [refuse(400, 10021, "Script startup exceeded CPU time limit."), "takes too long to start"],
    [refuse(400, 100328, "CPU limits are not supported for the Free plan."), "the site needs Workers Paid"],
    [refuse(403, 10000, "Authentication error"), "The sign-in lacks a right: Workers Scripts: Edit."],
  ] as const;
  for (const [refusal, reason] of refusals) {
    cloud.faults.refuses = ({ method, path }) =>
      method === "PUT" && path === `/workers/scripts/${name}` ? refusal : undefined;
    const { status, said } = await staging.deploy();
    expect([status, said]).toEqual([1, expect.stringContaining(reason)]);
    expect(said).toContain("Nothing was deployed: https://staging.acme.co answers as before.");
  }
  expect(await staging.listApplied("fivewright-staging")).toEqual(listFiles("migrations"));
  expect(staging.versions()).toEqual([]);
});

test("the first deployment comes to its end: migrations, upload, host, schedules, queues, smoke test, purge", async () => {
  const from = cloud.account.requests.length;
  const { status, said } = await staging.deploy();
  expect(status, said).toBe(0);
  const commit = owner.git("rev-parse", "--short", "HEAD");
  expect(said).toContain(`https://${host} is live: ${commit}, version ${staging.active()}.`);
  for (const check of checks) expect(said).toContain(`  ok      ${check.name}\n`);
  const [query, upload, purge] = [
    "/query",
    `PUT /accounts/${accountId}/workers/scripts/${name}`,
    `purge ${staging.active()}`,
  ];
  expect(staging.listOrder(from, purge, upload, query)).toEqual([query, upload, purge]);
  expect(await staging.listApplied("fivewright-staging-search")).toEqual(listFiles("migrations-search"));
  expect([cloud.hosts.get(host), cloud.workers.get(name)?.crons.length, cloud.consumers.size]).toEqual([name, 2, 8]);
  expect(Object.keys(staging.secretsOf(-1)).toSorted()).toEqual(["AUTH_SECRET", "BACKUP_KEY"]);
  expect(owner.read(".secrets/staging.uploaded.env")).toContain(String(staging.secretsOf(-1)["AUTH_SECRET"]));
});

test("the second deployment brings a new migration, and makes nothing else anew", async () => {
  owner.write("migrations/9000_of_the_test.sql", "CREATE TABLE of_the_test (x TEXT);\n");
  const commit = owner.commit("A table more");
  const before = staging.secretsOf(-1);
  const { status, said } = await staging.deploy();
  expect(status, said).toBe(0);
  expect(said).toContain("1 applied, up to 9000_of_the_test.sql");
  expect(said).toContain(`is live: ${commit}, version ${staging.versions().at(-1)?.id}.`);
  expect([cloud.account.databases.length, cloud.account.queues.length, staging.versions().length]).toEqual([2, 8, 2]);
  expect([staging.secretsOf(-1), cloud.hosts.size]).toEqual([before, 1]);
});

test("a site that fails after the upload, or whose caches stay, says how to go back or what to repeat", async () => {
  const previous = staging.active();
  cloud.faults.blocks = (path) => path.startsWith("/sitemap");
  const failed = await staging.deploy();
  expect([failed.status, failed.said]).toEqual([1, expect.stringContaining("failed  sitemap")]);
  expect(failed.said).toContain(`To take this deployment back: npm run rollback -- --to ${previous} --env staging`);
  cloud.faults.blocks = () => false;
  cloud.faults.purges = false;
  const stale = await staging.deploy();
  expect([stale.status, stale.said]).toEqual([1, expect.stringContaining("The edge's cache was not emptied")]);
  expect(stale.said).toContain("`npm run purge -- --env staging` tries again.");
  cloud.faults.purges = true;
  cloud.faults.refuses = ({ path }) =>
    path.endsWith("/schedules") ? refuse(400, 10072, "You have exceeded the limit of 5 cron triggers") : undefined;
  const halfway = await staging.deploy();
  expect([halfway.status, halfway.said]).toEqual([1, expect.stringContaining("The account has no schedule left")]);
  expect(halfway.said).toContain("The new version has the traffic, but not all that belongs to it was set");
});

test("a rollback is planned, and then gives the traffic back", async () => {
  const first = staging.versions()[0]?.id ?? "";
  const plan = await owner.type(`npm run rollback -- --to ${first} --env staging --dry-run`);
  expect([plan.status, plan.said]).toEqual([
    0,
    expect.stringContaining("9000_of_the_test.sql: adds the table of_the_test"),
  ]);
  expect(plan.said).toContain("The former code can run with all of it.");
  const present = staging.active();
  expect(present).not.toBe(first);
  const { status, said } = await owner.type(`npm run rollback -- --to ${first} --env staging --yes`);
  expect([status, staging.active()], said).toEqual([0, first]);
  expect(said).toContain(`https://${host} answers as it did before.`);
  expect((await owner.type("npm run smoke -- --env staging")).said).toContain("All is well.");
});

test("a branch has an address of its own, and staging stays as it is", async () => {
  owner.git("checkout", "--quiet", "-b", "careers-wording");
  const present = staging.active();
  const { status, said } = await owner.type("npm run preview");
  expect(status, said).toBe(0);
  const commit = owner.git("rev-parse", "--short", "HEAD");
  expect(said).toContain(`https://careers-wording-${name}.acme.workers.dev shows careers-wording (${commit}).`);
  expect(staging.active()).toBe(present);
});

test("a secret is replaced by the next deployment, in one version", async () => {
  const { AUTH_SECRET: former } = staging.secretsOf(-1);
  const begun = await owner.type("npm run secrets:rotate -- AUTH_SECRET --env staging");
  expect(begun.status, begun.said).toBe(0);
  expect(begun.said).toContain("npm test -- all && npm run deploy -- --env staging");
  owner.commit("Replace AUTH_SECRET");
  const previous = staging.active();
  cloud.faults.blocks = (path) => path.startsWith("/sitemap");
  const { said } = await staging.deploy();
  expect(said).toContain("This deployment brought secrets, and the version before has the former ones.");
  expect(said).toContain(`npm run rollback -- --to ${previous} --env staging --dry-run`);
  cloud.faults.blocks = () => false;
  const back = await owner.type("npm run rollback -- --env staging --yes");
  expect([back.status, back.said]).toEqual([1, expect.stringContaining("Secrets were changed at")]);
  expect(back.said).toContain("Nothing was done.");
  const { AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: replaced } = staging.secretsOf(-1);
  expect([replaced, next === former, String(next).length]).toEqual([former, false, 64]);
});

test("what docs/going-live.md shows of its first commands is what they print in a fresh copy", async () => {
  const fresh = staging.openAnother();
  try {
    const page = fresh.read("docs/going-live.md");
    const readBlock = (begin: string) => page.slice(page.indexOf(`\`\`\`\n${begin}`) + 4).split("```")[0] ?? "";
    const listLines = (block: string) =>
      plain(block)
        .split("\n")
        .filter((line) => line !== "…");
    const plain = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, "ID");
    const { said } = await fresh.type("npm run provision -- --domain www.acme.co --region eu");
    for (const line of listLines(readBlock("make D1"))) expect(plain(said)).toContain(line);
    fresh.write("wrangler.toml", writeMail(fresh.read("wrangler.toml")));
    const brand = fresh.read("app/content/brand.ts");
    fresh.write("app/content/brand.ts", brand.replaceAll("@fivewright.example", "@acme.co"));
    const found = await fresh.type("npm run launch-check");
    for (const line of listLines(readBlock("app/content/brand.ts:3"))) expect(found.said).toContain(line);
  } finally {
    fresh.remove();
  }
});
