/** Rare cases of visits and their jobs: each was wrong once. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { rollDays } from "#worker/analytics/figures/roll-days.ts";
import { changeAnalyticsZone, readAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { openDb } from "#worker/db/client.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { deliver, openWorker, runHourly, runOften } from "./analytics-doors-make.ts";
import { makeRecord } from "./analytics-make.ts";
import { computeAll, expectTruth, plan, setZone } from "./figures-make.ts";
import { makeAccount } from "../make.ts";
import { makeAddress } from "../make-scope.ts";
import { makeVisit, makeVisitId, readVisits } from "./visits-make.ts";

const db = openDb(env.DB);
const noon = Date.parse("2026-11-20T12:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ["Date"] });
});

const askToday = () => {
  const period = { from: noon - 2 * day, to: noon + day };
  return readFigures(
    db,
    { zone: "UTC", period, previous: null, interval: "day", filters: [], panels: ["source", "page"] },
    noon,
  );
};

test("a network is held to its share also by visits whose clocks are of yesterday or tomorrow", async () => {
  const { sent, collect } = openWorker();
  const loud = makeAddress();
  const view = (at: number) => ({ seq: at + 1, at: at * 400, path: "/", ...(at > 0 && { from: "/" }) });
  const events = Array.from({ length: 100 }, (_, at) => ({
    ...view(at),
    ...(at > 0 && { left: { seq: at, at: at * 400, engaged: 400, scroll: 0 } }),
  }));
  for (let count = 0; count < 21; count += 1)
    await collect(makeVisit({ visit_id: makeVisitId(noon + (count % 2 ? 20 : -20) * hour), events }), loud);
  await deliver(sent.splice(0));
  await runOften();
  await collect(makeVisit(), loud);
  await deliver(sent);
  const dropped = await db.selectFrom("dropped_records").select("reason").execute();
  expect(dropped).toEqual([{ reason: "excess" }]);
});

test("words that nobody uses are deleted however many they are", async () => {
  const { sent, collect } = openWorker();
  await collect(makeVisit());
  await deliver(sent);
  const used = await db.selectFrom("dimension_values").select("id").execute();
  // Ids of thirteen digits: as one list they are more than D1 takes as a value.
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 160000)
     insert into dimension_values (id, dimension, value) select 1000000000000 + i, 'path', '/flood/' || i from n`,
  ).run();
  vi.setSystemTime(noon - 9 * hour);
  await runHourly();
  expect(await db.selectFrom("dimension_values").select("id").execute()).toEqual(used);
});

test("what was sought goes from the sums of a day when its visits do, and the rest of the sums stays", async () => {
  const days = Math.floor((noon - readLength(terms.visits)) / day);
  const [gone, staying] = [days * day, (days + 3) * day];
  for (const at of [gone, staying])
    for (const dimension of ["search", "missing", "page", "total"])
      await db.insertInto("daily_figures").values({ day: at, dimension, value: 1 }).execute();
  await db
    .insertInto("rolled_days")
    .values({ day: staying, ends: staying + day })
    .execute();
  await runOften();
  const left = await db.selectFrom("daily_figures").select(["day", "dimension"]).orderBy("day").execute();
  expect(left.filter((row) => row.day === gone).map(({ dimension }) => dimension)).toEqual(["page", "total"]);
  expect(left.filter((row) => row.day === staying)).toHaveLength(4);
});

test("a zone that is changed while days are computed leaves no day of the former one", async () => {
  const { id: actor } = await makeAccount();
  const to = listDays({ from: noon, to: noon + 1 }, "UTC")[0]?.from ?? 0;
  const visits = plan({ from: to - 40 * day, to, views: 60, zone: "UTC" });
  await storeVisits(db, visits);
  const known = await readAnalyticsZone(db);
  let batches = 0;
  const changing = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      batches += 1;
      if (batches === 4)
        await changeAnalyticsZone(db, { ...known, zone: "Asia/Kolkata" }, { actor, requestId: "test" });
      return results;
    },
  } as unknown as D1Database;
  await rollDays(openDb(changing));
  expect(batches).toBeGreaterThan(10);
  expect(await db.selectFrom("rolled_days").selectAll().execute()).toEqual([]);
  const zone = "Asia/Kolkata";
  const days = listDays({ from: to - 20 * day, to: to - day }, zone);
  const period = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
  await computeAll();
  await expectTruth(
    visits,
    { zone, period, previous: null, interval: "day", filters: [], panels: ["page", "source"] },
    "of the new zone",
  );
  await setZone("UTC");
});

test("a visitor's first visit is no earlier than their first record could be, and the earliest that came where there is none", async () => {
  const { sent, store, collect } = openWorker();
  const long = new Date(noon - 900 * day).toISOString();
  await store(makeRecord({ visitor_id: "long-ago", first_visit: long }));
  await deliver(sent.splice(0));
  const firstOf = () => db.selectFrom("visitors").select("first_visit").orderBy("first_visit").execute();
  expect(await firstOf()).toEqual([{ first_visit: noon - day }]);
  const starts = [noon - 2 * minute, noon - 9 * hour, noon - hour];
  for (const at of starts) await collect(makeVisit({ visitor_id: "without-record", visit_id: makeVisitId(at) }));
  for (const body of sent) await deliver([body]);
  expect(await firstOf()).toEqual([{ first_visit: noon - day }, { first_visit: noon - 9 * hour }]);
});

test("of two events with one number the first counts, in one batch as in two", async () => {
  const { sent, collect } = openWorker();
  const visit = makeVisit();
  for (const path of ["/", "/contact", "/careers"]) await collect({ ...visit, events: [{ seq: 1, at: 0, path }] });
  const splits = [[sent], sent.map((message) => [message]), [sent.slice(0, 1), sent.slice(1)]];
  for (const batches of splits) {
    for (const batch of batches) await deliver(batch);
    await runOften();
    expect(await readVisits()).toMatchObject([
      [{ views: 1, entry: "/", exit: "/" }],
      [{ seq: 1, path: "/" }],
      {},
      {},
      [],
    ]);
    for (const table of ["visits", "visit_events", "visitors"]) await env.DB.prepare(`delete from ${table}`).run();
  }
});

test("a visit of which no view has come is none yet", async () => {
  const { sent, collect } = openWorker();
  const visit = makeVisit();
  const left = { seq: 1, at: 5000, engaged: 4000, scroll: 10 };
  await collect({ ...visit, events: [], left });
  await collect(makeVisit({ events: [] }));
  await deliver(sent.splice(0));
  await runOften();
  const none = await askToday();
  expect([none.totals, none.panels]).toEqual([
    { visitors: 0, visits: 0, views: 0, bounces: 0, engagedMs: 0 },
    { source: { rows: [], more: 0 }, page: { rows: [], more: 0 } },
  ]);
  await collect(visit);
  await deliver(sent);
  await runOften();
  const { totals, panels } = await askToday();
  expect(totals).toEqual({ visitors: 1, visits: 1, views: 1, bounces: 1, engagedMs: 4000 });
  expect(panels.source?.rows).toMatchObject([{ value: "Google", visits: 1, hits: 1 }]);
});
