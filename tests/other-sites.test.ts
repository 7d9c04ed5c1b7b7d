/** Two sites of this product in one account: neither takes what the other has. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Provision } from "../scripts/provision/provision.ts";
import { listObstacles } from "../scripts/release/list-obstacles.ts";
import type { Binding } from "../scripts/release/site-of-worker.ts";
import { openStandIn, type StandIn } from "./cloudflare-stand-in.ts";
import { readFreshConfig } from "./fresh-config.ts";
import { accountId, openTheAccount, provisionAcme, readToml } from "./provision-acme.ts";

const worker = "fivewright-site";
const ownId = "00000000-0000-0000-0000-000000000000";

let standIn: StandIn;
let folder: string;
beforeEach(async () => {
  standIn = await openStandIn(accountId);
  folder = mkdtempSync(join(tmpdir(), "other-sites-"));
});
afterEach(async () => {
  expect(standIn.unknown).toEqual([]);
  await standIn.close();
  rmSync(folder, { recursive: true });
});

const bind = (origin: string | null, databaseId: string): Binding[] => [
  { type: "d1", name: "DB", id: databaseId },
  { type: "r2_bucket", name: "MEDIA", bucket_name: "fivewright-media" },
  ...(origin === null ? [] : [{ type: "plain_text", name: "SITE_ORIGIN", text: origin }]),
];

const listHindrances = (movesFrom?: string) =>
  listObstacles(openTheAccount(standIn), readToml(folder, readFreshConfig()), {
    site: { host: "www.acme.co", movesFrom },
    host: null,
  });

test("a deployment leaves a Worker alone whose host is another, whatever its label and its databases say", async () => {
  expect(await listHindrances()).toEqual([]);
  const cases: readonly (readonly [Binding[], string | null])[] = [
    [bind("https://www.acme.co", "another"), null],
    [bind("https://www.other.co", "another"), "is the site www.other.co, which www.acme.co would replace"],
    // A copy of the other site's folder has its ids too.
    [bind("https://www.other.co", ownId), "is the site www.other.co, which www.acme.co would replace"],
    [bind(null, "another"), `another Worker named ${worker}`],
    [bind(null, ownId), null],
    [bind(`https://menus-${worker}.acme.workers.dev`, ownId), null],
    [bind(`https://menus-${worker}.acme.workers.dev`, "another"), `another Worker named ${worker}`],
  ];
  for (const [bindings, obstacle] of cases) {
    standIn.workers[worker] = bindings;
    expect(await listHindrances()).toEqual(obstacle === null ? [] : [expect.stringContaining(obstacle)]);
  }
});

test("a site that moves to another host says from where", async () => {
  standIn.workers[worker] = bind("https://www.old.co", ownId);
  expect(await listHindrances()).toEqual([expect.stringContaining("add --moves-from www.old.co")]);
  expect(await listHindrances("www.old.co")).toEqual([]);
  expect(await listHindrances("www.older.co")).toHaveLength(1);
});

function run(change: Partial<Provision> = {}) {
  const texts: Record<string, string> = { "wrangler.toml": readFreshConfig(), "app/content/legal.ts": "" };
  return provisionAcme({ standIn, folder, texts }, change).then(
    () => texts,
    (error: Error) => ({ message: error.message, texts }),
  );
}
const changes = () => standIn.requests.filter((line) => !line.startsWith("GET"));

test("provisioning takes nothing that the Worker of another host has, under this name or another", async () => {
  standIn.databases.push({ uuid: "theirs", name: "fivewright", place: "eu" });
  for (const name of [worker, "other-site"]) {
    standIn.workers = { "a-shop": [], [name]: bind("https://www.other.co", "theirs") };
    const refused = await run();
    expect(refused).toEqual({
      message: expect.stringContaining("www.other.co"),
      texts: { "wrangler.toml": readFreshConfig(), "app/content/legal.ts": "" },
    });
    expect(changes()).toEqual([]);
  }
  expect(await run()).toMatchObject({ message: expect.stringContaining("uses D1 database fivewright.") });
  // The site itself, under its host or redirected from another.
  standIn.workers = { [worker]: bind("https://www.acme.co", "theirs"), reports: bind(null, "theirs") };
  expect((await run({ isDryRun: true })) as object).not.toHaveProperty("message");
  standIn.workers = { [worker]: bind("https://www.old.co", "theirs") };
  const moved = (await run({ movesFrom: "www.old.co" })) as Record<string, string>;
  expect(moved["wrangler.toml"]).toContain('database_id = "theirs"');
});
