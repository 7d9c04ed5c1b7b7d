/** The share of a day that the views of one network have. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { day } from "#app/shared/durations.ts";
import { formatOverview } from "#app/staff/analytics/format-overview.ts";
import { viewsPerSource } from "#worker/analytics/lifetimes.ts";
import { readOverview } from "#worker/analytics/read-overview.ts";
import { openDb } from "#worker/db/client.ts";
import { deliver, makeViews, openWorker, runHourly } from "./analytics-doors-make.ts";
import { countRows, makeRecord } from "./analytics-make.ts";
import { makeAddress } from "./make.ts";

// The pages need the build of React Router; nothing here asks for one.
vi.mock("../../worker/pages.ts", () => ({ renderPage: () => new Response(null, { status: 404 }) }));

// Modules are replaced for all files that follow.
afterAll(() => vi.doUnmock("../../worker/pages.ts"));

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
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
  const noon = Math.floor(Date.now() / day) * day + day / 2;
  const known = [];
  for (const at of [noon, noon + day]) {
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
  const noon = Math.floor(Date.now() / day) * day + day / 2;
  vi.setSystemTime(noon);
  for (let count = 0; count < 22; count += 1) await store(makeRecord(browseAt(noon, 100)), address);
  vi.setSystemTime(noon + day);
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
