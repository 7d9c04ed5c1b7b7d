/** The figures of visitor analytics against a count that asks no database, through the real consumer and the real jobs. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, hour, minute } from "#app/shared/durations.ts";
import { listDays, listMonths } from "#app/shared/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { listQueries, readFigures, selectFigures } from "#worker/analytics/figures/read-figures.ts";
import { readRealtime, selectRealtime } from "#worker/analytics/figures/read-realtime.ts";
import type { Filter, FiguresQuery, Interval } from "#worker/analytics/figures/types.ts";
import { changeAnalyticsZone, readAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { subjects } from "#worker/subjects.ts";
import { countTruth } from "../../scripts/traffic/count-truth.ts";
import { planDays, type PlannedVisit, planVisits } from "../../scripts/traffic/plan-visits.ts";
import { storeVisits } from "../../scripts/traffic/store-visits.ts";
import { allPanels, computeAll, deliver, pickTruth, shuffleMessages } from "./figures-make.ts";
import { makeUser } from "./make.ts";
import { listScans, watchQueries } from "./watch-queries.ts";

const db = openDb(env.DB);

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
];

/** The last `count` days in `zone`, the present one included, halved into a period and the one before. */
function askLast(count: number, zone: string) {
  const days = listDays({ from: Date.now() - (count - 1) * day, to: Date.now() }, zone);
  const [first, middle, last] = [days[0], days[count >> 1], days.at(-1)];
  if (!first || !middle || !last) throw new Error("There are no such days.");
  const query = {
    zone,
    period: { from: middle.from, to: last.to },
    previous: { from: first.from, to: middle.from },
    interval: "day",
    filters: [],
    panels: allPanels,
  } satisfies FiguresQuery;
  return { query, from: first.from, to: last.to };
}

function plan({ from, to, views, zone }: { from: number; to: number; views: number; zone: string }): PlannedVisit[] {
  return planDays({ from, to, views, zone }).flatMap((each) => planVisits(each, { seed: "test" }));
}

async function expectTruth(visits: readonly PlannedVisit[], query: FiguresQuery, about: string): Promise<void> {
  const found = await readFigures(db, query, Date.now());
  expect(pickTruth(found), `${about} ${query.interval} ${JSON.stringify(query.filters)}`).toEqual(
    countTruth(visits, query),
  );
}

async function setZone(zone: string): Promise<void> {
  await db.updateTable("analytics_settings").set({ zone }).execute();
}

test("what the consumer stores of doubled and disordered messages gives exactly the figures that were sent", async () => {
  const zone = "Europe/Berlin";
  await setZone(zone);
  const { query, from, to } = askLast(10, zone);
  const visits = plan({ from, to, views: isDeep ? 700_000 : 1_500, zone }).filter(({ at }) => at < Date.now() - hour);
  await deliver(shuffleMessages(visits, "first"));
  expect(await computeAll()).toBeGreaterThan(5);
  // Some come once more, after their days were rolled.
  await deliver(shuffleMessages(visits.slice(0, 40), "again"));
  for (const filters of filtered) await expectTruth(visits, { ...query, filters }, "consumed");
  // Late visits, and the end of the day that they change, until the job has come.
  const late = plan({ from, to: from + day, views: 40, zone }).map((visit, index) => ({
    ...visit,
    id: `${visit.id.slice(0, -4)}${String(index).padStart(4, "0")}`,
  }));
  await deliver(shuffleMessages(late, "late"));
  const all = [...visits, ...late];
  await computeAll();
  await expectTruth(all, query, "late");
  await setZone("UTC");
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
  for (const table of ["visits", "visit_events", "dimension_values"]) await env.DB.prepare(`DELETE FROM ${table}`).run();
  await deliver(shuffleMessages(visits, "again"));
  await computeAll();
  expect(await read()).toEqual(seeded);
});

/** Windows in which clocks change, or months end, and when they are over. */
const windows = [
  ["Asia/Kolkata", "2026-02-26"],
  ["Asia/Kathmandu", "2026-04-28"],
  ["America/St_Johns", "2026-03-06"],
  ["America/St_Johns", "2026-10-30"],
  ["Pacific/Chatham", "2026-04-03"],
  ["Pacific/Chatham", "2026-09-25"],
  ["Australia/Lord_Howe", "2026-04-03"],
  ["Europe/Berlin", "2026-03-27"],
  ["Europe/Berlin", "2026-10-23"],
] as const;

test.each(windows)("in %s the figures from %s on are the same rolled and from the visits", async (zone, start) => {
  await setZone(zone);
  const from = listDays({ from: Date.parse(start), to: Date.parse(start) + 1 }, zone)[0]?.from ?? 0;
  vi.useFakeTimers({ now: from + 9 * day + 3 * hour, toFake: ["Date"] });
  const { query, from: first, to } = askLast(8, zone);
  const visits = plan({ from: first, to, views: isDeep ? 20_000 : 400, zone });
  await storeVisits(db, visits);
  const intervals: Interval[] = ["hour", "day", "week", "month"];
  const months = listMonths(query.period, zone)[0];
  const asked: FiguresQuery[] = [
    ...intervals.map((interval) => ({ ...query, interval })),
    ...(months ? [{ ...query, period: months, interval: "month" as const }] : []),
  ];
  for (const one of asked) await expectTruth(visits, one, "raw");
  const days = await computeAll();
  expect(days).toBeGreaterThan(6);
  for (const one of asked) await expectTruth(visits, one, "rolled");
  // Every other day is open again, as late visits leave them.
  await env.DB.prepare("DELETE FROM rolled_days WHERE day IN (SELECT day FROM rolled_days ORDER BY day LIMIT 99 OFFSET 3)").run();
  for (const one of asked) await expectTruth(visits, one, "half rolled");
  await setZone("UTC");
});

test("another zone gives the days anew, with an entry in the audit log", async () => {
  const actor = (await makeUser()).id;
  const { query, from, to } = askLast(6, "Asia/Kolkata");
  const visits = plan({ from, to, views: 200, zone: "UTC" }).filter(({ at }) => at < Date.now() - hour);
  await storeVisits(db, visits);
  await computeAll();
  const known = await readAnalyticsZone(db);
  const doer = { actor, requestId: "test" };
  await expect(changeAnalyticsZone(db, { ...known, zone: "Mars/Olympus" }, doer)).rejects.toThrow();
  await changeAnalyticsZone(db, { ...known, zone: "Asia/Kolkata" }, doer);
  await expect(changeAnalyticsZone(db, known, doer)).rejects.toMatchObject({ name: "ConflictError" });
  await expectTruth(visits, query, "changed");
  await computeAll();
  await expectTruth(visits, query, "computed anew");
  const entries = await db.selectFrom("audit_log").select(["action", "actor_id", "detail"]).execute();
  expect(entries).toEqual([{ action: "analytics.zone-changed", actor_id: actor, detail: '{"zone":"Asia/Kolkata"}' }]);
  await setZone("UTC");
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
        const { rowsRead } = await count((DB) => DB.prepare(sql).bind(...parameters).all());
        return [dimension, rowsRead] as const;
      }),
    );
  };
  const few = new Map(await read(300));
  const many = await read(1_200);
  // A value that some days did not have yet is a row more; visits are none.
  for (const [dimension, rows] of many) expect(rows, dimension).toBeLessThan(2 * (few.get(dimension) ?? 0) + 40);
  const { trips, queries } = await count((DB) => readFigures(openDb(DB), query, Date.now()));
  expect([trips, queries]).toEqual([1, 6 + allPanels.length]);
  const tables = new Set(Object.keys(columns));
  const all = filtered.flatMap((filters) => listQueries(selectFigures(db, { ...query, filters })));
  for (const { sql, parameters } of [...all, ...selectRealtime(db, Date.now())].map((each) => each.compile()))
    expect(await listScans(sql, parameters, tables), sql).toEqual([]);
});

test("who is there now is told from events as they come, and the job is one of the five-minute ones", async () => {
  const now = Date.now();
  const [one, other] = planVisits({ from: now - 20 * minute, to: now, visits: 2 }, { seed: "now" });
  if (!one || !other) throw new Error("Two visits were planned.");
  const view = (at: number, path: string) => ({ at, name: "", path, title: "", data: "", value: "" });
  const at = now - 20 * minute;
  const id = (visit: PlannedVisit) => `${at.toString(16).padStart(12, "0").replace(/^(.{8})/, "$1-")}${visit.id.slice(13)}`;
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
  const jobs = subjects.flatMap((subject) => ("jobs" in subject ? [...subject.jobs] : []));
  expect(jobs.find(({ name }) => name === "compute the figures of days")?.schedule).toBe("*/5 * * * *");
});
