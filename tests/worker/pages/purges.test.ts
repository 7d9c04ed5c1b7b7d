/** What caches have to forget is stored with the change, and tried until they have. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour, minute } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { openDesk } from "../insights/desk-make.ts";
import { makeDraft, makeInsight } from "../insights/insights-make.ts";
import { call } from "../ask-api.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("error");

/** A scope whose caches answer as `purge` does. */
function makeCached(purge: (tags: readonly string[]) => Promise<unknown>) {
  const scope = makeWholeScope();
  Object.defineProperty(scope.ctx, "cache", { value: { purge: ({ tags }: { tags: string[] }) => purge(tags) } });
  return scope;
}

const away = () => Promise.reject(new Error("the edge is away"));

async function readPurges() {
  return db.selectFrom("purges").select(["tags", "attempts", "last_error", "due_at"]).orderBy("due_at").execute();
}

test("a purge that works leaves nothing behind", async () => {
  const purged: string[][] = [];
  const scope = makeCached(async (tags) => purged.push([...tags]));
  const { id, draft } = await makeInsight({ slug: "one" });
  await saveInsight(db, { id, version: 2, actor: null, draft: { ...draft, title: "Other" } }, scope);
  expect(purged).toEqual([["post:one", "insights-edits"]]);
  expect(await readPurges()).toEqual([]);
});

test("a purge that fails is stored, shown once it keeps failing, and sent by the job until it works", async () => {
  const post = await makeInsight({ slug: "one" });
  await saveInsight(
    db,
    { id: post.id, version: 2, actor: null, draft: { ...post.draft, title: "Other" } },
    makeCached(away),
  );
  const start = Date.now();
  const [stored] = await readPurges();
  expect(stored).toMatchObject({ attempts: 1, last_error: "Error: the edge is away" });
  expect(stored?.due_at).toBeGreaterThan(start);
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const check = async () => {
    const { checks } = (await (await call("/api/health")).json()) as { checks: { name: string; status: string }[] };
    return [checks.find(({ name }) => name === "purges")?.status, (await openDesk()).purges?.count ?? 0];
  };
  expect(await check()).toEqual(["ok", 0]);
  for (const attempts of [2, 3]) {
    vi.setSystemTime(Date.now() + hour);
    await runJobs(schedules.everyFiveMinutes, makeCached(away));
    expect(await readPurges()).toMatchObject([{ attempts }]);
  }
  expect(await check()).toEqual(["failing", 1]);
  // It is not tried before its pause is over.
  const purged: string[][] = [];
  const works = makeCached(async (tags) => purged.push([...tags]));
  await runJobs(schedules.everyFiveMinutes, works);
  expect(purged).toEqual([]);
  vi.setSystemTime(Date.now() + hour);
  await runJobs(schedules.everyFiveMinutes, works);
  expect(purged).toEqual([["post:one", "insights-edits"]]);
  expect(await readPurges()).toEqual([]);
  expect(await check()).toEqual(["ok", 0]);
});

test("a change that is refused purges nothing, and a Worker that stops after the change leaves its purge to the job", async () => {
  const post = await makeInsight({ slug: "one" });
  const late = { id: post.id, version: 1, actor: null, draft: post.draft };
  await expect(saveInsight(db, late, makeCached(away))).rejects.toThrow("Somebody else");
  expect(await readPurges()).toEqual([]);
  // It never hears of the answer of the edge.
  const never = makeCached(() => new Promise(() => {}));
  void saveInsight(db, { ...late, version: 2 }, never);
  await vi.waitFor(async () => expect(await readPurges()).toMatchObject([{ attempts: 0 }]));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * minute });
  const purged: string[][] = [];
  await runJobs(
    schedules.everyFiveMinutes,
    makeCached(async (tags) => purged.push([...tags])),
  );
  expect(purged).toEqual([["post:one", "insights-edits"]]);
});

test("when an article appears and when it ends the caches are told, too", async () => {
  const draft = await makeDraft({ slug: "planned" });
  const id = await createInsight(db, { draft, actor: null }, makeWholeScope());
  const [publishAt, unpublishAt] = [Date.now() + hour, Date.now() + 2 * hour];
  await publishInsight(db, { id, version: 1, actor: null, publishAt, unpublishAt }, makeWholeScope());
  expect((await readPurges()).map(({ due_at }) => due_at)).toEqual([publishAt, unpublishAt]);
  const purged: string[][] = [];
  const scope = makeCached(async (tags) => purged.push([...tags]));
  for (const [at, count] of [
    [publishAt - 1, 0],
    [publishAt, 1],
    // The job that archives what has ended purges once more.
    [unpublishAt, 3],
  ] as const) {
    vi.useFakeTimers({ toFake: ["Date"], now: at });
    await runJobs(schedules.everyFiveMinutes, scope);
    expect(purged, String(at)).toHaveLength(count);
  }
  expect(await readPurges()).toEqual([]);
});
