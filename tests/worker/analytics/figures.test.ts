/** The figures of visitor analytics against a count that asks no database, through the real consumer and the real jobs. */
import { findExample } from "#app/content/example-funnels.ts";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { listQueries, readFigures, selectFigures } from "#worker/analytics/figures/read-figures.ts";
import { readRealtime, selectRealtime } from "#worker/analytics/figures/read-realtime.ts";
import { type Filter, goals } from "#worker/analytics/figures/types.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { subjects } from "#worker/subjects.ts";
import { type PlannedVisit, planVisits } from "../../../scripts/seed/traffic/plan-visits.ts";
import { compareTraffic, storeTraffic } from "../../../lab/traffic/store-traffic.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { toMessages } from "../../../scripts/seed/traffic/write-messages.ts";
import {
  allPanels,
  askLast,
  computeAll,
  deliver,
  expectTruth,
  plan,
  setZone,
  shuffleMessages,
} from "./figures-make.ts";
import { listScans, watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

const filtered: readonly (readonly Filter[])[] = [
  [],
  [{ dimension: "source", is: true, values: ["Google", "direct"] }],
  [
    { dimension: "campaign", is: true, values: [""] },
    { dimension: "section", is: false, values: ["/insights"] },
  ],
  [
    { dimension: "page", is: true, values: ["/"] },
    { dimension: "exit", is: false, values: ["/contact"] },
    { dimension: "event", is: false, values: ["menu"] },
  ],
  [{ dimension: "search", is: true, values: ["cobol", "kubernetes"] }],
  [
    { dimension: "property", is: true, values: ["apply:place=top", "menu:about=Services", "none"] },
    { dimension: "property", is: false, values: ["apply:team=Engineering", "search:about=cobol"] },
  ],
];

/** A million events in `npm run test:deep`. */
const rounds = Array.from({ length: isDeep ? 10 : 1 }, (_, round) => round);

test.each(rounds)(
  "what the consumer stores of doubled and disordered messages gives the figures that were sent: %d",
  async (round) => {
    const zone = "Europe/Berlin";
    await setZone(zone);
    const { query, from, to } = askLast(10, zone);
    const views = isDeep ? 72_000 : 300;
    const visits = plan({ from, to, views, zone, seed: `round-${round}` }).filter(({ at }) => at < Date.now() - hour);
    await deliver(shuffleMessages(visits, "first"));
    expect(await computeAll()).toBeGreaterThan(5);
    // Some come once more, after their days were rolled.
    await deliver(shuffleMessages(visits.slice(0, 40), "again"));
    for (const filters of filtered) await expectTruth(visits, { ...query, filters }, "consumed");
    // Late visits, and the end of the day that they change, until the job has come.
    const late = plan({ from, to: from + day, views: 40, zone, seed: `late-${round}` });
    await deliver(shuffleMessages(late, "late"));
    const all = [...visits, ...late];
    await computeAll();
    await expectTruth(all, query, "late");
    for (const filters of [[], [{ dimension: "device", is: true, values: ["mobile"] }] as const])
      await expectTruth(
        all,
        { ...query, filters, panels: ["event", "property"], propertiesOf: "apply" },
        "of one event",
      );
    await setZone("UTC");
  },
);

test("every figure of a long time of traffic is what was counted", async () => {
  const days = listDays({ from: Date.now() - (isDeep ? 365 : 25) * day, to: Date.now() - day }, "UTC");
  const period = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
  const truth = await storeTraffic(db, { ...period, views: isDeep ? 1_000_000 : 1_500, zone: "UTC" });
  expect(await compareTraffic(db, truth, { ...period, zone: "UTC" })).toEqual([]);
  expect(await computeAll()).toBe(days.length);
  expect(await compareTraffic(db, truth, { ...period, zone: "UTC" })).toEqual([]);
  // Visitors of the whole time are a sum of days, which outlives the visits.
  const ask = { zone: "UTC", period, previous: null, interval: "month", filters: [], panels: [] } as const;
  const read = async () => {
    const { totals, series } = await readFigures(db, ask, Date.now());
    return { visitors: totals.visitors, months: series.map(({ visitors }) => visitors) };
  };
  const found = await read();
  expect(found.visitors).toBe(truth.totals.visitors);
  await db.deleteFrom("visits").where("started_at", "<", period.to).execute();
  expect(await read()).toEqual(found);
});

test("what single visitors sought goes with the visits of its day, however long the job was away", async () => {
  const today = Date.now() - (Date.now() % day);
  const ages = [60, 790, 900, 1200];
  for (const age of ages)
    for (const dimension of ["total", "search", "missing", "page"])
      await db
        .insertInto("daily_figures")
        .values({ day: today - age * day, dimension, value: today - (age - 1) * day })
        .execute();
  const known = today - 60 * day;
  await db
    .insertInto("rolled_days")
    .values({ day: known, ends: known + day })
    .execute();
  await storeVisits(db, plan({ from: Date.now() - 2 * day, to: Date.now() - day, views: 5, zone: "UTC" }));
  await computeAll();
  const old = await db.selectFrom("daily_figures").select(["day", "dimension"]).where("day", "<=", known).execute();
  const left = Map.groupBy(old, (row) => Math.round((today - row.day) / day));
  expect(ages.map((age) => [age, left.get(age)?.length])).toEqual([
    [60, 4],
    [790, 2],
    [900, 2],
    [1200, 2],
  ]);
  expect(
    await db
      .selectFrom("rolled_days")
      .select("day")
      .where("day", "<", Date.now() - 750 * day)
      .execute(),
  ).toHaveLength(3);
});

test("rows that are computed for a seed are those that the consumer stores", async () => {
  const { from, to } = askLast(3, "UTC");
  const visits = plan({ from, to, views: 150, zone: "UTC" }).filter(({ at }) => at < Date.now() - hour);
  const read = async () => {
    const { results: words } = await env.DB.prepare("SELECT * FROM dimension_values").all<{ id: number }>();
    const names = new Map(words.map(({ id, ...word }) => [id, JSON.stringify(word)]));
    const tables = await Promise.all(
      ["visits", "visit_events"].map((table) =>
        env.DB.prepare(`SELECT *${table === "visits" ? ", CAST(visitor AS text) AS visitor" : ""} FROM ${table}`).all(),
      ),
    );
    const numbers = /^(started_at|visit_no|seq|at_ms|kind|amount|left_.*|.*engaged_ms|scroll|views|events|length_ms)$/;
    return tables.map(({ results }) =>
      results.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === "number" && !numbers.test(name) ? (names.get(value) ?? value) : value,
          ]),
        ),
      ),
    );
  };
  await storeVisits(db, visits);
  const seeded = await read();
  for (const table of ["visits", "visit_events", "dimension_values"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
  await deliver(shuffleMessages(visits, "again"));
  await computeAll();
  expect(await read()).toEqual(seeded);
});

test("rolled days read the same rows however many visits they had, and each query finds its rows by an index", async () => {
  const { query, from, to } = askLast(8, "UTC");
  const yesterday = { ...query, period: { from: query.period.from, to: query.period.to - day } };
  const { count } = watchQueries();
  const read = async (views: number) => {
    const visits = plan({ from, to, views, zone: "UTC" }).filter(({ at }) => at < to - day);
    await storeVisits(db, visits);
    await computeAll();
    return Promise.all(
      allPanels.map(async (dimension) => {
        const select = selectFigures(db, { ...yesterday, panels: [dimension] }).panels[0]?.select;
        const { sql, parameters } = select?.compile() ?? { sql: "", parameters: [] };
        const { rowsRead } = await count((DB) =>
          DB.prepare(sql)
            .bind(...parameters)
            .all(),
        );
        return [dimension, rowsRead] as const;
      }),
    );
  };
  const few = new Map(await read(300));
  const many = await read(1_200);
  // A value that some days did not have yet is a row more; visits are none.
  for (const [dimension, rows] of many) expect(rows, dimension).toBeLessThan(2 * (few.get(dimension) ?? 0) + 40);
  const { trips, queries } = await count((DB) => readFigures(openDb(DB), query, Date.now()));
  expect([trips, queries]).toEqual([1, 7 + allPanels.length]);
  const tables = new Set(Object.keys(columns));
  const reports = goals.map((goal) => ({ goal, split: "source" as const, steps: findExample(goal)?.steps ?? null }));
  const all = filtered.flatMap((filters) =>
    reports.flatMap((report) => listQueries(selectFigures(db, { ...query, filters, report }))),
  );
  for (const { sql, parameters } of [...all, selectRealtime(db, Date.now())].map((each) => each.compile()))
    expect(await listScans(sql, parameters, tables), sql).toEqual([]);
});

test("who is there now is told from events as they come, and the job is one of the five-minute ones", async () => {
  const now = Date.now();
  const [one, other] = planVisits({ from: now - 20 * minute, to: now, visits: 2 }, { seed: "now" });
  if (!one || !other) throw new Error("Two visits were planned.");
  const view = (at: number, path: string) => ({ at, name: "", path, title: "", data: "", value: "" });
  const at = now - 20 * minute;
  const id = (visit: PlannedVisit) =>
    `${at
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}${visit.id.slice(13)}`;
  // One that has gone on since the morning: its last page is from two minutes ago.
  const long = { ...other, at: now - 10 * hour, visitorId: "since-the-morning" };
  const steps = Array.from({ length: 25 }, (_, index) => view((index * 598 * minute) / 24, "/gcc"));
  const began = (now - 10 * hour).toString(16).padStart(12, "0");
  const longId = `${began.slice(0, 8)}-${began.slice(8)}${other.id.slice(13)}`;
  const later = [...steps, view(599 * minute, "/careers")];
  await deliver(shuffleMessages([{ ...long, id: longId, steps }], "long"));
  await computeAll();
  const ofLong = async () => (await readRealtime(db, now)).pages;
  expect(await ofLong()).toEqual([{ path: "/gcc", visitors: 1 }]);
  await deliver(toMessages({ ...long, id: longId, steps: later }).slice(-1));
  expect(await ofLong()).toEqual([{ path: "/careers", visitors: 1 }]);
  for (const table of ["visits", "visit_events"]) await env.DB.prepare(`delete from ${table}`).run();
  await deliver(
    shuffleMessages(
      [
        { ...one, at, id: id(one), steps: [view(0, "/"), view(18 * minute, "/contact")] },
        { ...other, at, id: id(other), steps: [view(minute, "/")] },
      ],
      "now",
    ),
  );
  const { now: there, minutes, pages } = await readRealtime(db, now);
  expect([there, pages]).toEqual([1, [{ path: "/contact", visitors: 1 }]]);
  expect(minutes).toHaveLength(30);
  expect(minutes.flatMap((views, index) => (views > 0 ? [[index, views]] : []))).toEqual([
    [10, 1],
    [11, 1],
    [28, 1],
  ]);
  const all: readonly Subject[] = subjects;
  const jobs = all.flatMap(({ jobs: own = [] }) => own);
  expect(jobs.find(({ name }) => name === "compute the figures of days")?.schedule).toBe("*/5 * * * *");
});
