/** What appeared, changed, moved and left is announced by IndexNow, where a key is configured. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { selectDue } from "#worker/insights/announcements.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { openDesk } from "./desk-make.ts";
import { askWorker } from "../pages/edge-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeImporter, makeSentPost } from "../imports/import-make.ts";
import { makeDraft, makeInsight } from "./insights-make.ts";
import { call } from "../ask-api.ts";
import { makeWholeScope } from "../whole-scope.ts";

const db = openDb(env.DB);
const key = "0123456789abcdef";
const site = { SITE_ORIGIN: "https://www.example.com", INDEXNOW_KEY: key };

interface Announcement {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** What was announced to search engines, and how they answer. */
const engine = { announced: [] as Announcement[], status: 202 };

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  Object.assign(engine, { announced: [], status: 202 });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    expect(url).toBe("https://api.indexnow.org/indexnow");
    engine.announced.push(JSON.parse(String(init.body)) as Announcement);
    return new Response(null, { status: engine.status });
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Runs the job, and returns the paths that it announced. */
async function tell(overrides: Partial<Env> = site): Promise<string[]> {
  engine.announced = [];
  await runJobs(schedules.everyFiveMinutes, makeWholeScope(overrides));
  return engine.announced.flatMap(({ urlList }) => urlList.map((url) => new URL(url).pathname)).toSorted();
}

const countWaiting = async () => (await db.selectFrom("announcements").select("id").execute()).length;

test("what is published, changed, moved and withdrawn is told, each once, with the key", async () => {
  const post = await makeInsight({ slug: "one" });
  expect(await tell()).toEqual(["/insights/one"]);
  expect(engine.announced).toEqual([
    {
      host: "www.example.com",
      key,
      keyLocation: `https://www.example.com/${key}.txt`,
      urlList: ["https://www.example.com/insights/one"],
    },
  ]);
  expect(await tell()).toEqual([]);
  await post.save({ title: "Another" });
  expect(await tell()).toEqual(["/insights/one"]);
  await post.save({ slug: "two" }, 3);
  expect(await tell()).toEqual(["/insights/one", "/insights/two"]);
  await post.archive(4);
  expect(await tell()).toEqual(["/insights/two"]);
  await post.publish(5);
  await trashInsight(db, { id: post.id, version: 6, actor: null }, makeWholeScope());
  expect(await tell()).toEqual(["/insights/two"]);
  expect(await countWaiting()).toBe(0);
});

test("a scheduled article is told when it appears and when it ends, by the job, and not before", async () => {
  const id = await createInsight(db, { draft: await makeDraft({ slug: "planned" }), actor: null }, makeWholeScope());
  const [publishAt, unpublishAt] = [Date.now() + hour, Date.now() + 2 * hour];
  await publishInsight(db, { id, version: 1, actor: null, publishAt, unpublishAt }, makeWholeScope());
  for (const [at, paths] of [
    [publishAt - 1, []],
    [publishAt, ["/insights/planned"]],
    [publishAt + 1, []],
    [unpublishAt, ["/insights/planned"]],
    [unpublishAt + hour, []],
  ] as const) {
    vi.setSystemTime(at);
    expect(await tell(), String(at)).toEqual(paths);
  }
  expect(await countWaiting()).toBe(0);
});

test("what an import brings is told: what is public at once, what is planned when it appears, the rest not at all", async () => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const appears = Date.now() + hour;
  await importer.sendPosts(id, [
    await makeSentPost("came"),
    await makeSentPost("came-as-draft", { state: { status: "draft", publishAt: null } }),
    await makeSentPost("came-unfindable", { draft: { noindex: true } }),
    await makeSentPost("came-ended", { state: { status: "archived" } }),
    await makeSentPost("comes-later", { state: { publishAt: appears, unpublishAt: appears + hour } }),
  ]);
  expect(await tell()).toEqual(["/insights/came"]);
  for (const at of [appears, appears + hour]) {
    vi.setSystemTime(at);
    expect(await tell()).toEqual(["/insights/comes-later"]);
  }
  expect(await countWaiting()).toBe(0);
});

test("the articles of a large import are told in parts, each once", async () => {
  await makeInsight({ slug: "one" });
  await tell();
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('insights')").all<{ name: string }>();
  const values = results.map(({ name }) => {
    if (name === "id") return "printf('%08x-0000-4000-8000-000000000000', value)";
    return name === "slug" ? "'copy-' || value" : name;
  });
  // What 2,100 batches of an import would do.
  await env.DB.prepare(
    `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 2100)
    INSERT INTO insights (${results.map(({ name }) => name).join(", ")})
    SELECT ${values.join(", ")} FROM insights CROSS JOIN numbers WHERE slug = 'one'`,
  ).run();
  const parts = [await tell(), await tell(), await tell(), await tell()];
  expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 100, 0]);
  expect(new Set(parts.flat()).size).toBe(2100);
});

test("nobody is told of drafts, of what search engines are to leave out, and of plans that were taken back", async () => {
  const draft = await makeDraft({ slug: "draft" });
  const id = await createInsight(db, { draft, actor: null }, makeWholeScope());
  await makeInsight({ slug: "hidden", noindex: true });
  const planned = await makeInsight({ slug: "planned", publishAt: Date.now() + hour });
  await planned.archive();
  vi.setSystemTime(Date.now() + 2 * hour);
  expect(await tell()).toEqual([]);
  await saveInsight(db, { id, version: 1, actor: null, draft: { ...draft, slug: "renamed" } }, makeWholeScope());
  expect(await tell()).toEqual([]);
  // What was known and is to be forgotten is worth a visit.
  const known = await makeInsight({ slug: "known" });
  await known.save({ noindex: true });
  expect(await tell()).toEqual(["/insights/known"]);
});

test("what fails keeps nobody from publishing, is shown once it keeps failing, and is told until it works", async () => {
  engine.status = 429;
  const post = await makeInsight({ slug: "one" });
  const check = async () => {
    const { checks } = (await (await call("/api/health")).json()) as { checks: { name: string; status: string }[] };
    const shown = (await openDesk()).announcements;
    return [checks.find(({ name }) => name === "announcements")?.status, shown?.count ?? 0, shown?.error];
  };
  expect(await tell()).toEqual(["/insights/one"]);
  expect(await check()).toEqual(["ok", 0, undefined]);
  // It is not tried before its pause is over.
  expect(await tell()).toEqual([]);
  vi.setSystemTime(Date.now() + hour);
  await tell();
  expect(await check()).toEqual(["failing", 1, "Error: IndexNow answered 429"]);
  await post.save({ title: "Another" });
  engine.status = 200;
  expect(await tell()).toEqual(["/insights/one"]);
  expect(await check()).toEqual(["ok", 0, undefined]);
  expect(await tell({ ...site, INDEXNOW_KEY: "a key" })).toEqual([]);
});

test("without a key nothing is told and nothing waits; on a developer's machine the log alone hears it", async () => {
  await makeInsight({ slug: "one" });
  expect(await tell({ ...site, INDEXNOW_KEY: "" })).toEqual([]);
  expect(await countWaiting()).toBe(0);
  await makeInsight({ slug: "two" });
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  expect(await tell({ INDEXNOW_KEY: key })).toEqual([]);
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; urls?: string[] });
  expect(lines.find(({ event }) => event === "addresses announced")?.urls).toEqual([`${env.SITE_ORIGIN}/insights/two`]);
  expect(await countWaiting()).toBe(0);
});

test("the file with the key is served where one is configured, and nothing else is at such addresses", async () => {
  const found = await askWorker(`/${key}.txt`, { INDEXNOW_KEY: key });
  expect([found.status, found.body, found.headers["content-type"]]).toEqual([200, key, "text/plain; charset=utf-8"]);
  expect((await askWorker(`/${key}.txt`)).status).toBe(404);
  expect((await askWorker("/fedcba9876543210.txt", { INDEXNOW_KEY: key })).status).toBe(404);
});

test("what is due is read from an index", async () => {
  await expectIndexed(selectDue(db, Date.now()));
});
