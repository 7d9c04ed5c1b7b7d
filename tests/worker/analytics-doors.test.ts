/** Records and erasures through the Worker's own doors: `fetch`, `queue` and `scheduled`. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import { buildPrivacyTables } from "#app/site/legal/build-privacy-tables.server.ts";
import type { VisitorRecord } from "#app/shared/visitor-record.ts";
import { formatOverview } from "#app/staff/analytics/format-overview.ts";
import { dayLength, longestDelay, tombstoneLife, viewsPerSource } from "#worker/analytics/lifetimes.ts";
import { readOverview } from "#worker/analytics/read-overview.ts";
import { openDb } from "#worker/db/client.ts";
import worker from "#worker/index.ts";
import { hashText } from "#worker/lib/hash-text.ts";
import { subjects } from "#worker/subjects.ts";
import { countRows, makeQueue, makeRecord } from "./analytics-make.ts";
import { makeAddress, siteOrigin } from "./make.ts";

// The pages need the build of React Router; nothing here asks for one.
vi.mock("../../worker/pages.ts", () => ({ renderPage: () => new Response(null, { status: 404 }) }));
// Modules are replaced for all files that follow.
afterAll(() => vi.doUnmock("../../worker/pages.ts"));

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the Worker puts into the queue is kept, for the test to deliver when and as often as it likes. */
function openWorker() {
  const { queue, sent } = makeQueue();
  async function post(path: string, body: object, address = makeAddress()): Promise<number> {
    const headers = { "Content-Type": "application/json", "CF-Connecting-IP": address, Origin: siteOrigin };
    const request = new Request(new URL(path, siteOrigin), { method: "POST", headers, body: JSON.stringify(body) });
    const ctx = createExecutionContext();
    const { status } = await worker.fetch(
      request as Request<unknown, IncomingRequestCfProperties>,
      { ...env, VISITOR_QUEUE: queue },
      ctx,
    );
    await waitOnExecutionContext(ctx);
    return status;
  }
  return {
    sent,
    store: (record: VisitorRecord, address?: string) => post("/api/store-visitor-analytics", record, address),
    erase: (visitor_id: string) => post("/api/erase-visitor-data", { visitor_id }),
  };
}

async function deliver(bodies: readonly object[]): Promise<void> {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("fivewright-visitor-records", messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, env, ctx);
  expect((await getQueueResult(batch, ctx)).explicitAcks).toHaveLength(bodies.length);
}

async function runHourly(): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), env, ctx);
  await waitOnExecutionContext(ctx);
}

function makeViews(count: number, { before = Date.now(), url = "/gcc" } = {}): VisitorRecord["page_views"] {
  return Array.from({ length: count }, (_, index) => ({
    url,
    timestamp: new Date(before - index).toISOString(),
    title: "",
  }));
}

test("ten uploads that straddle an erasure, and their replays, leave nothing whatever order the queue has", async () => {
  const views = makeViews(10);
  const order = fc.record({
    erasedAfter: fc.nat(10),
    shuffle: fc.array(fc.nat(), { minLength: 42, maxLength: 42 }),
    size: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(order, async ({ erasedAfter, shuffle, size }) => {
      const { sent, store, erase } = openWorker();
      const visitor_id = crypto.randomUUID();
      const tabs = views.map((view) => makeRecord({ visitor_id, page_views: [view] }));
      const uploads = tabs.map((record) => () => store(record));
      const racers = uploads.toSpliced(erasedAfter, 0, () => erase(visitor_id));
      expect(new Set(await Promise.all(racers.map((race) => race())))).toEqual(new Set([204]));
      for (const record of tabs) await store(record);
      const twice = [...sent, ...sent].map((body, index) => ({ body, place: shuffle[index] ?? 0 }));
      const bodies = twice.toSorted((one, other) => one.place - other.place).map(({ body }) => body);
      while (bodies.length > 0) await deliver(bodies.splice(0, size));
      expect(await countRows()).not.toHaveProperty("visitors");
      expect(await countRows()).not.toHaveProperty("page_views");
    }),
    { numRuns: 4 },
  );
});

test("a record that is sent again minutes after its erasure is not stored again", async () => {
  const { sent, store, erase } = openWorker();
  const record = makeRecord();
  const start = Date.now();
  await store(record);
  await erase(record.visitor_id);
  await deliver(sent.splice(0));
  vi.setSystemTime(start + 600_000);
  expect(await store(record)).toBe(204);
  await deliver(sent);
  expect(await countRows()).toEqual({ consent_records: 1, erased_visitors: 1 });
});

test("what is kept of an erased number tells nobody who holds the number that it was erased", async () => {
  const { sent, erase } = openWorker();
  const { visitor_id } = makeRecord();
  await erase(visitor_id);
  await deliver(sent);
  const row = await openDb(env.DB).selectFrom("erased_visitors").selectAll().executeTakeFirstOrThrow();
  expect(row.visitor_hash).not.toBe(await hashText(visitor_id));
  expect(JSON.stringify(row)).not.toContain(visitor_id);
});

test("a tombstone stands until nothing can come after it, then the hourly job takes it, and still nothing returns", async () => {
  const { sent, store, erase } = openWorker();
  const start = Date.now();
  // The clock of the device is nearly a day ahead, so that its records are taken for nearly two days.
  const ahead = start + dayLength - 60_000;
  const at = new Date(ahead).toISOString();
  const record = makeRecord({ chosen_at: at, first_visit: at, page_views: makeViews(1, { before: ahead }) });
  const withoutViews = { ...record, page_views: [] };
  const { chosen_at: _, ...withoutChoice } = withoutViews;
  await erase(record.visitor_id);
  await deliver(sent.splice(0));

  const last = start + 2 * dayLength - 120_000;
  vi.setSystemTime(last);
  for (const copy of [record, withoutViews, withoutChoice]) expect(await store(copy)).toBe(204);
  const late = sent.splice(0);
  vi.setSystemTime(last + longestDelay);
  await runHourly();
  await deliver(late);
  expect(await countRows()).toMatchObject({ erased_visitors: 1 });
  expect(await countRows()).not.toHaveProperty("visitors");

  vi.setSystemTime(start + tombstoneLife + 60_000);
  await runHourly();
  expect(await countRows()).not.toHaveProperty("erased_visitors");
  await deliver(late);
  for (const copy of [record, withoutViews, withoutChoice]) expect(await store(copy)).toBe(400);
  await deliver(sent);
  expect(await countRows()).not.toHaveProperty("visitors");
  expect(await countRows()).not.toHaveProperty("page_views");
});

test("the privacy policy names the life of a tombstone", () => {
  const days = `${tombstoneLife / dayLength} days`;
  const erasure = privacyPolicy.sections.find(({ id }) => id === "changing-your-mind");
  expect(erasure?.paragraphs.join(" ")).toContain(days);
  expect(
    buildPrivacyTables(subjects, env)
      .terms.rows.find(([data]) => /erased number/.test(data ?? ""))
      ?.join(" "),
  ).toContain(days);
});

test("one network's views are stored up to its share of the day; what is past it is dropped, and shown so", async () => {
  const { sent, store } = openWorker();
  const [loud, quiet] = [makeAddress(), makeAddress()];
  const records = Array.from({ length: 25 }, () => makeRecord({ page_views: makeViews(100) }));
  for (const record of records) expect(await store(record, loud)).toBe(204);
  await deliver(sent.slice(0, 20));
  expect(await countRows()).toMatchObject({ visitors: 20, page_views: viewsPerSource });
  // A replay brings nothing new and is not counted.
  await deliver(sent.slice(0, 20));
  expect(await countRows()).not.toHaveProperty("dropped_records");
  await deliver(sent.slice(20));
  await deliver(sent.slice(20));
  expect(await countRows()).toMatchObject({ consent_records: 25, visitors: 20, page_views: viewsPerSource });

  await store(makeRecord(), quiet);
  await deliver(sent.slice(-1));
  expect(await countRows()).toMatchObject({ visitors: 21, page_views: viewsPerSource + 1 });
  const overview = await readOverview(openDb(env.DB), { days: 7, now: Date.now() });
  expect(overview.dropped).toEqual([{ reason: "excess", count: 5 }]);
  expect(formatOverview(overview, "en-GB").dropped).toEqual([
    { name: "Views past one network’s share of the day", count: "5" },
  ]);

  const kept = JSON.stringify([sent, await openDb(env.DB).selectFrom("view_sources").selectAll().execute()]);
  for (const address of [loud, quiet]) expect(kept).not.toContain(address);
});

test("ten consumers at once do not store more than one network's share", async () => {
  const { sent, store } = openWorker();
  const address = makeAddress();
  for (let count = 0; count < 30; count += 1) await store(makeRecord({ page_views: makeViews(100) }), address);
  await Promise.all(Array.from({ length: 10 }, (_, index) => deliver(sent.slice(index * 3, index * 3 + 3))));
  const { page_views, dropped_records } = await countRows();
  expect(page_views).toBe(1800);
  expect(dropped_records).toBe(12);
});

test("a network has another name each day, and its share anew; the hourly job prunes the day that is over", async () => {
  const { sent, store } = openWorker();
  const address = makeAddress();
  const noon = Math.floor(Date.now() / dayLength) * dayLength + dayLength / 2;
  const known = [];
  for (const at of [noon, noon + dayLength]) {
    vi.setSystemTime(at);
    await runHourly();
    expect(await readSources()).toEqual([]);
    await store(makeRecord(browseAt(at, 5)), address);
    await deliver(sent.splice(0));
    known.push(...(await readSources()));
  }
  expect(known.map(({ views }) => views)).toEqual([5, 5]);
  expect(new Set(known.map(({ source }) => source)).size).toBe(2);
});

test("of a record that comes after its day the network is not kept; together with others it has the share of a day", async () => {
  const { sent, store } = openWorker();
  const address = makeAddress();
  const noon = Math.floor(Date.now() / dayLength) * dayLength + dayLength / 2;
  vi.setSystemTime(noon);
  for (let count = 0; count < 22; count += 1) await store(makeRecord(browseAt(noon, 100)), address);
  vi.setSystemTime(noon + dayLength);
  await deliver(sent.splice(0, 1));
  expect(await countRows()).toMatchObject({ page_views: 100 });
  expect(await readSources()).toEqual([]);
  await deliver(sent);
  expect(await countRows()).toMatchObject({ consent_records: 22, page_views: 100, dropped_records: 21 });
  expect(await readSources()).toEqual([]);
});

function readSources() {
  return openDb(env.DB).selectFrom("view_sources").select(["source", "views"]).execute();
}

/** What a record tells of somebody who came at `at` and saw as many pages. */
function browseAt(at: number, views: number) {
  const time = new Date(at).toISOString();
  return { page_views: makeViews(views, { before: at }), chosen_at: time, first_visit: time };
}
