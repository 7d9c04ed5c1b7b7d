/** Going back to a former version of the Worker, against a stand-in of Cloudflare's API and of the site. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount } from "../scripts/cloudflare/api.ts";
import { writeLabel } from "../scripts/release/label.ts";
import { describePlan, planRollback, type RollbackFacts } from "../scripts/release/plan-rollback.ts";
import { purgeEdge } from "../scripts/release/purge.ts";
import { rollBack, type Rollback } from "../scripts/release/roll-back.ts";
import type { Version } from "../scripts/release/versions.ts";
import { healthCheck, versionCheck } from "../scripts/smoke/checks/health.ts";
import { openSite } from "../scripts/smoke/open-site.ts";
import { ok, openStandIn, refuse, type StandIn } from "./cloudflare-stand-in.ts";

const makeVersion = (id: string, minute: number, change: Partial<Version> = {}): Version => ({
  id: `${id}-0000-4000-8000-000000000000`,
  createdAt: `2026-11-23T20:${String(minute).padStart(2, "0")}:00Z`,
  commit: `${id.slice(0, 4)}c0de`,
  message: `Change ${id}`,
  last: { DB: "0002" },
  isOfSecrets: false,
  bringsSecrets: false,
  ...change,
});
const [newest, middle, oldest] = [
  makeVersion("cccc0000", 30, { last: { DB: "0003" } }),
  makeVersion("bbbb0000", 20),
  makeVersion("aaaa0000", 10, { last: { DB: "0001" } }),
];
const facts: RollbackFacts = {
  versions: [newest, middle, oldest],
  deployed: [newest.id, middle.id, oldest.id],
  migrations: [
    { binding: "DB", name: "0001_first.sql", sql: "CREATE TABLE a (x TEXT, y TEXT)" },
    { binding: "DB", name: "0002_drops.sql", sql: "ALTER TABLE a DROP COLUMN y" },
    {
      binding: "DB",
      name: "0003_adds.sql",
      sql: "CREATE TABLE b (x TEXT); CREATE UNIQUE INDEX u ON b (x); ALTER TABLE a ADD z TEXT",
    },
  ],
};

test("the plan goes to the version before, or to the one that is named, and says whether its code can run", () => {
  const plan = planRollback(facts);
  expect([plan.from?.id, plan.to.id, plan.since.map(({ name }) => name), plan.obstacles]).toEqual([
    newest.id,
    middle.id,
    ["0003_adds.sql"],
    [],
  ]);
  expect(describePlan(plan)).toContain("DB 0003_adds.sql: adds the table b, adds a.z");
  expect(describePlan(plan)).toContain("The former code can run with all of it.");
  for (const wanted of [oldest.id, "aaaa", "aaaac0de", "aaaac0de0123456789"]) {
    const back = planRollback({ ...facts, wanted });
    expect([back.to.id, back.obstacles]).toEqual([
      oldest.id,
      ["0002_drops.sql drops a.y: the former code cannot run with that."],
    ]);
  }
  const refusals: readonly (readonly [Partial<RollbackFacts>, string])[] = [
    [{ wanted: "cccc0000" }, "has the traffic already"],
    [{ wanted: "dddd" }, "No version that can be deployed"],
    [{ wanted: "aa" }, "No version that can be deployed"],
    [{ deployed: [newest.id] }, "No version was deployed before"],
    [{ deployed: [] }, "No version was deployed before"],
    [{ wanted: "bbbb", versions: [newest, middle, makeVersion("bbbb1111", 5, { commit: "" })] }, "Several versions"],
  ];
  for (const [change, message] of refusals) expect(() => planRollback({ ...facts, ...change })).toThrow(message);
});

test("secrets that changed, versions of unknown make and of another branch stand against going back", () => {
  const secrets = makeVersion("eeee0000", 25, { isOfSecrets: true, commit: "" });
  const changed = planRollback({ ...facts, versions: [newest, secrets, middle, oldest] });
  expect(changed.obstacles).toEqual([expect.stringContaining("Secrets were changed at 2026-11-23 20:25")]);
  const rotated = { ...newest, bringsSecrets: true };
  const across = planRollback({ ...facts, versions: [rotated, middle, oldest] });
  expect(across.obstacles).toEqual([expect.stringContaining("Secrets were changed at 2026-11-23 20:30")]);
  expect(describePlan(across)).not.toContain("The former code can run with all of it.");
  // Both have them.
  const since = { ...middle, bringsSecrets: true };
  expect(planRollback({ ...facts, versions: [newest, since, oldest] }).obstacles).toEqual([]);
  const byHand = { ...middle, last: null };
  expect(planRollback({ ...facts, versions: [newest, byHand] }).obstacles).toEqual([
    expect.stringContaining("Nobody knows"),
  ]);
  const ahead = { ...middle, last: { DB: "0009" } };
  expect(planRollback({ ...facts, versions: [newest, ahead] }).obstacles).toEqual([
    expect.stringContaining("does not know migration 0009"),
  ]);
});

let standIn: StandIn;
let host: Server;
let deployments: object[];
let purges: string[];
let running: Version;
const accountId = "0123456789abcdef0123456789abcdef";
const toEntry = ({ id, createdAt, commit, message, last, bringsSecrets }: Version) => ({
  id,
  metadata: { created_on: createdAt },
  annotations: {
    "workers/tag": commit,
    "workers/message": writeLabel(commit, { subject: message, last: last ?? {}, bringsSecrets }).message,
  },
});
const deploy = (version: Version, at: string, rest = {}) => ({
  created_on: at,
  versions: [{ version_id: version.id, percentage: 100 }],
  ...rest,
});

/** A site that answers as the version which has the traffic. */
function serveSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const isPurge = request.url === "/api/purge";
    const answers = running;
    const isOwn = request.headers.authorization === `Bearer ${answers.id}`;
    if (isPurge && isOwn) purges.push(answers.id);
    response.writeHead(isPurge && !isOwn ? 401 : 200, { "Content-Type": "application/json" }).end(
      JSON.stringify(
        isPurge
          ? { purged: isOwn }
          : {
              status: "ok",
              version: answers.commit,
              database: "reachable",
              migrations: { pending: [] },
              checks: [{ name: "outbox", status: "failing" }],
            },
      ),
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

beforeEach(async () => {
  [deployments, purges, running] = [
    [
      deploy(newest, "2026-11-23T20:31:00Z"),
      deploy(middle, "2026-11-23T20:21:00Z"),
      deploy(oldest, "2026-11-23T20:11:00Z"),
    ],
    [],
    newest,
  ];
  [standIn, host] = await Promise.all([openStandIn(accountId), serveSite()]);
  standIn.answer = ({ method, path, search, body }) => {
    if (path.endsWith("/versions")) return ok({ items: [middle, newest, oldest].map(toEntry) });
    if (!path.endsWith("/deployments")) return undefined;
    if (method === "GET") return ok({ deployments });
    const {
      versions: [{ version_id: id } = { version_id: "" }],
    } = body as { versions: { version_id: string }[] };
    if (id === oldest.id && search !== "?force=true") return refuse(400, 10220, "Secrets have changed");
    deployments = [deploy({ ...oldest, id }, "2026-11-23T21:00:00Z", { asked: body }), ...deployments];
    running = [middle, oldest].find((version) => version.id === id) ?? running;
    return ok({ id: "new" });
  };
});
afterEach(async () => {
  await standIn.close();
  host.close();
});

async function goBack(change: Partial<Rollback> = {}) {
  const said: string[] = [];
  const outcome = await rollBack({
    account: openAccount({ token: "token-of-the-test", base: standIn.base }, accountId),
    worker: "fivewright-site",
    site: openSite(`http://127.0.0.1:${(host.address() as AddressInfo).port}`),
    migrations: facts.migrations,
    isStaging: false,
    isDryRun: false,
    anyway: false,
    agree: () => Promise.resolve(true),
    say: (line) => said.push(line),
    pace: { tries: 3, wait: 1 },
    checks: [versionCheck, healthCheck],
    ...change,
  }).catch((error: Error) => error.message);
  return { outcome, said: said.join("\n") };
}
const changes = () => standIn.requests.filter((line) => !line.startsWith("GET"));

test("a rollback shows the versions and the plan, asks, deploys, empties the cache and asks the site", async () => {
  const dry = await goBack({ isDryRun: true });
  expect([dry.outcome, changes()]).toEqual(["planned", []]);
  expect(dry.said).toContain(`now  ${newest.id}  2026-11-23 20:30  ccccc0de  Change cccc0000`);
  expect(dry.said).toContain(`was  ${middle.id}  2026-11-23 20:20  bbbbc0de  Change bbbb0000`);
  expect((await goBack({ agree: () => Promise.resolve(false) })).outcome).toBe("refused");
  expect(changes()).toEqual([]);
  const { outcome, said } = await goBack();
  expect([outcome, purges, running]).toEqual(["done", [middle.id], middle]);
  expect(said).toContain("ok      version");
  expect(deployments[0]).toMatchObject({ asked: { annotations: { "workers/message": "Rollback from ccccc0de" } } });
});

test("before the first deployment it says so, in one sentence", async () => {
  standIn.answer = ({ path }) =>
    /\/(versions|deployments)$/.test(path)
      ? refuse(404, 10007, "This Worker does not exist on your account.")
      : undefined;
  for (const isDryRun of [true, false])
    expect(await goBack({ isDryRun })).toEqual({ outcome: "Nothing is deployed yet.", said: "" });
});

test("what the former code cannot run with stops it, unless it is wanted anyway; a site that fails after it says so", async () => {
  const stopped = await goBack({ wanted: "aaaa" });
  expect([stopped.outcome, changes()]).toEqual([expect.stringContaining("Nothing was done."), []]);
  expect((await goBack({ wanted: "aaaa", anyway: true })).outcome).toBe("done");
  expect([running, purges]).toEqual([oldest, [oldest.id]]);
  standIn.failsFrom = 0;
  expect((await goBack()).outcome).toContain("Internal error");
});

test("a deployment that brought secrets is told from its label, and a refusal of Cloudflare is explained", async () => {
  const answer = standIn.answer;
  let entries = [middle, newest, oldest];
  standIn.answer = (asked) => {
    if (asked.path.endsWith("/versions")) return ok({ items: entries.map(toEntry) });
    const isDeployment = asked.method === "POST" && asked.path.endsWith("/deployments");
    return isDeployment && asked.search !== "?force=true" ? refuse(400, 10220, "A secret has changed.") : answer(asked);
  };
  const unforeseen = await goBack();
  expect(unforeseen.outcome).toContain("Secrets have changed since that version was made");
  expect(unforeseen.outcome).toContain("The site answers as before.");
  entries = [middle, { ...newest, bringsSecrets: true }, oldest];
  const from = standIn.requests.length;
  const { outcome, said } = await goBack();
  expect([outcome, said]).toEqual([
    expect.stringContaining("Nothing was done."),
    expect.stringContaining("Secrets were changed at 2026-11-23 20:30"),
  ]);
  expect(said).toContain("Change cccc0000 (with secrets)");
  expect(standIn.requests.slice(from).filter((line) => !line.startsWith("GET"))).toEqual([]);
  expect((await goBack({ anyway: true })).outcome).toBe("done");
});

test("a check that fails is the deployment's fault where it did not fail before; a new site has had no time for its first jobs", async () => {
  const here = openSite(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
  const run = (failedBefore: string[] | null) =>
    healthCheck.run(here, { version: null, isStaging: false, failedBefore });
  expect([await run([]), await run(["outbox"]), await run(null)]).toEqual([['The check "outbox" fails.'], [], []]);
});

test("a purge that another version answers is tried a bounded number of times, and fails loudly", async () => {
  const here = openSite(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
  await expect(purgeEdge(here, { versionId: middle.id, tries: 2, wait: 1 })).rejects.toThrow("/api/purge answers 401");
  const without = {
    ...here,
    ask: () => Promise.resolve({ status: 200, headers: new Headers(), body: '{"purged":false}' }),
  };
  await expect(purgeEdge(without, { versionId: middle.id, tries: 1 })).rejects.toThrow("there is no cache");
});
