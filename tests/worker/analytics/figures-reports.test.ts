/** The reports of visitor analytics against a count that asks no database. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { listWeeks } from "#shared/dates/zoned-buckets.ts";
import { loader as download } from "#app/staff/analytics/export.ts";
import { exampleFunnels } from "#app/content/example-funnels.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { rollDays } from "#worker/analytics/figures/roll-days.ts";
import { readReport, selectReport } from "#worker/analytics/figures/read-report.ts";
import {
  type Filter,
  type ReportQuery,
  reports,
  type Vital,
  vitalLimits,
  vitals,
} from "#worker/analytics/figures/types.ts";
import { roundUp } from "#worker/analytics/figures/vital-steps.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { countSteps } from "../../../lab/traffic/count-reports.ts";
import type { PlannedVisit } from "../../../scripts/seed/traffic/plan-visits.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { toMessages } from "../../../scripts/seed/traffic/write-messages.ts";
import { computeAll, deliver, plan, setZone } from "./figures-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { listScans, watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
const zone = "Europe/Berlin";
const phones: Filter = { dimension: "device", is: true, values: ["mobile"] };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

/** Visits of six weeks up to now, stored; `ask` narrows the period to the last ten days and what is counted with it. */
async function makeTraffic() {
  const to = Date.parse("2026-11-20T23:00Z");
  const all = plan({ from: to - 42 * day, to, views: 1500, zone }).filter(({ at }) => at < Date.now() - hour);
  await storeVisits(db, all);
  const base = { zone, period: { from: to - 10 * day, to }, filters: [], page: null, listed: 1000 } as const;
  const within = (filters: readonly Filter[]) =>
    all.filter(({ at, client }) => at >= base.period.from && (filters.length === 0 || client.device === "mobile"));
  return { all, base, within };
}

const viewsOf = ({ steps }: PlannedVisit) => steps.filter(({ name }) => name === "");

function countBy<Item>(items: readonly Item[], key: (item: Item) => string) {
  return Object.fromEntries([...Map.groupBy(items, key)].map(([name, own]) => [name, own.length]));
}

function rankVitals(values: readonly number[], vital: Vital) {
  const sorted = values.map((value) => roundUp(vital, value)).toSorted((one, other) => one - other);
  const [good, poor] = vitalLimits[vital];
  return {
    count: sorted.length,
    p75: sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0,
    good: values.filter((value) => value <= good).length,
    poor: values.filter((value) => value > poor).length,
  };
}

test("web vitals are those of three in four measurements, in all and on each page, rolled or not", async () => {
  const { base, within } = await makeTraffic();
  const notPhones: Filter = { ...phones, is: false };
  const others: Filter = { dimension: "device", is: true, values: ["desktop", "tablet"] };
  const slow: Filter = { dimension: "source", is: false, values: ["nobody"] };
  const filterSets = [[], [phones], [notPhones], [others], [phones, slow]];
  const readAll = (filters: readonly Filter[], page: string | null = null) =>
    readReport(db, { ...base, filters, page, report: "vitals" });
  const raw = await Promise.all(filterSets.map((filters) => readAll(filters)));
  const ofPage = await readAll([phones], "/contact");
  expect(await computeAll()).toBeGreaterThan(20);
  // The days before today are read from sums now, and nothing else is.
  await db
    .updateTable("visits")
    .set({ left_vitals: null })
    .where("started_at", "<", Date.now() - 2 * day)
    .execute();
  expect(await Promise.all(filterSets.slice(0, -1).map((filters) => readAll(filters)))).toEqual(raw.slice(0, -1));
  expect(await readAll([phones], "/contact")).toEqual(ofPage);
  expect(await readAll(filterSets.at(-1) ?? [])).not.toEqual(raw.at(-1));
  const days = await db.selectFrom("daily_vitals").select("day").where("path", "=", 0).execute();
  expect(days.length).toBeGreaterThan(20);
  for (const filters of [[], [phones]]) {
    const measured = within(filters)
      .flatMap(viewsOf)
      .flatMap(({ path, left }) =>
        vitals.flatMap((vital) => {
          const value = left?.vitals?.[vital];
          return value === undefined ? [] : [{ path, vital, value }];
        }),
      );
    const rank = (path: string | null, own: typeof measured) =>
      vitals.flatMap((vital) => {
        const values = own.filter((each) => each.vital === vital).map(({ value }) => value);
        return values.length > 0 ? [expect.objectContaining({ path, vital, ...rankVitals(values, vital) })] : [];
      });
    const truth = [...Map.groupBy(measured, ({ path }) => path)].flatMap(([path, own]) => rank(path, own));
    const read = async (page: string | null) => {
      const found = await readReport(db, { ...base, filters, page, report: "vitals" });
      return found.report === "vitals" ? found.vitals : [];
    };
    const found = await read(null);
    expect(found.slice(0, vitals.length)).toEqual(rank(null, measured));
    expect(found.slice(vitals.length)).toHaveLength(truth.length);
    expect(found.slice(vitals.length)).toEqual(expect.arrayContaining(truth));
    const contact = measured.filter(({ path }) => path === "/contact");
    expect(await read("/contact")).toEqual(rank(null, contact));
    expect(await read("/nobody-was-here")).toEqual([]);
  }
});

test("how a page was left counts once, whether the visit ended there, went on, or told it twice", async () => {
  const [visit] = plan({ from: Date.now() - 2 * day, to: Date.now() - day, views: 5, zone: "UTC" });
  if (!visit) throw new Error("A visit was planned.");
  const view = (at: number, path: string, lcp: number) => {
    const left = { at: at + 900, engaged: 500, scroll: 10, vitals: { lcp } };
    return { at, name: "", path, title: "", data: "", value: "", left };
  };
  const steps = [view(0, "/", 100), view(1000, "/contact", 200), view(2000, "/", 300)];
  // After each view a report how it was left so far, as a hidden page sends it.
  const messages = steps.flatMap((_, index) => toMessages({ ...visit, steps: steps.slice(0, index + 1) }));
  const period = { from: visit.at - 1, to: visit.at + 1 };
  const count = async () => {
    const found = await readReport(db, { zone, period, filters: [], page: null, report: "vitals" });
    return found.report === "vitals" ? found.vitals.map(({ path, count: all, p75 }) => [path, all, p75]) : [];
  };
  for (const [index, expected] of [
    [
      2,
      [
        [null, 1, 100],
        ["/", 1, 100],
      ],
    ],
    [
      messages.length,
      [
        [null, 3, 300],
        ["/", 2, 300],
        ["/contact", 1, 200],
      ],
    ],
  ] as const) {
    await deliver(messages.slice(0, index));
    await computeAll();
    expect(await count()).toEqual(expected);
  }
});

test("before and after a page add up with its views, its entries and its exits", async () => {
  const { base, within } = await makeTraffic();
  for (const filters of [[], [phones]]) {
    const page = "/contact";
    const paths = within(filters).map((visit) => viewsOf(visit).map(({ path }) => path));
    const steps = paths.flatMap((visit) => visit.map((path, place) => ({ path, from: visit[place - 1] })));
    const truth = {
      before: countBy(
        steps.filter(({ path, from }) => path === page && from),
        ({ from }) => from ?? "",
      ),
      after: countBy(
        steps.filter(({ from }) => from === page),
        ({ path }) => path,
      ),
      entry: { "": paths.filter(([first]) => first === page).length },
      exit: { "": paths.filter((visit) => visit.at(-1) === page).length },
    };
    const found = await readReport(db, { ...base, filters, page, report: "paths" });
    if (found.report !== "paths" || found.page === null) throw new Error("Paths of a page were asked for.");
    const of = (side: string) =>
      Object.fromEntries(found.steps.filter((row) => row.side === side).map(({ path, times }) => [path, times]));
    expect({ before: of("before"), after: of("after"), entry: of("entry"), exit: of("exit") }).toEqual(truth);
    expect(found.read).toEqual(countSteps(within(filters), { ...base, filters: [] }, page).read);
    expect(found.read.toEnd).toBeGreaterThan(0);
    for (const row of found.steps)
      expect(row.total).toBe(Object.values(of(row.side)).reduce((sum, times) => sum + times, 0));
  }
  const short = await readReport(db, { ...base, page: "/contact", listed: 2, report: "paths" });
  if (short.report !== "paths" || short.page === null) throw new Error("Paths of a page were asked for.");
  expect(short.steps.filter(({ side }) => side === "before")).toHaveLength(2);
  expect(short.steps.find(({ side }) => side === "before")?.found).toBeGreaterThan(2);
});

test("cohorts have each visitor once in the week of the first visit, and once in each week of a later one", async () => {
  // Days are rolled in the site's zone, and the weeks of a report are of whole days.
  await setZone(zone);
  const { all, base } = await makeTraffic();
  const weeks = listWeeks({ from: base.period.to - 84 * day, to: base.period.to }, zone).slice(-12);
  const weekOf = (at: number) => weeks.findIndex(({ from, to }) => at >= from && at < to);
  const first = new Map(
    all.toSorted((one, other) => other.at - one.at).map(({ visitorId, at }) => [visitorId, weekOf(at)] as const),
  );
  for (const filters of [[], [phones]]) {
    const came = new Set(
      all
        .filter(({ client }) => filters.length === 0 || client.device === "mobile")
        .map(({ visitorId, at }) => `${visitorId} ${weekOf(at)}`),
    );
    const truth = weeks.map((week, cohort) => {
      const own = [...first].filter(([id, begun]) => begun === cohort && came.has(`${id} ${cohort}`));
      const count = (after: number) => own.filter(([id]) => came.has(`${id} ${cohort + after}`)).length;
      const after = Math.min(7, weeks.length - 1 - cohort);
      const returned = Array.from({ length: after }, (_, index) => count(index + 1));
      return { from: week.from, to: week.to, visitors: own.length, returned };
    });
    // From the visits, with half of the days rolled, and with all that are over.
    for (const compute of [() => {}, () => rollDays(db), computeAll]) {
      await compute();
      expect(await readReport(db, { ...base, filters, report: "cohorts" })).toEqual({
        report: "cohorts",
        cohorts: truth,
      });
    }
    await db.deleteFrom("rolled_days").execute();
    expect(truth.flatMap(({ returned }) => returned).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
  }
});

test("missing pages stand with where their visitors came from, and searches that found nothing come first", async () => {
  const { base, within } = await makeTraffic();
  const found = await readReport(db, { ...base, report: "not-found" });
  if (found.report !== "not-found") throw new Error("What was not found was asked for.");
  const steps = within([]).flatMap(({ steps: all }) => all);
  const missing = steps.filter(({ name }) => name === "missing");
  expect(Object.fromEntries(found.missing.map(({ path, from, times }) => [`${path} ${from}`, times]))).toEqual(
    countBy(missing, ({ path, value }) => `${path} ${value}`),
  );
  const searches = steps.filter(({ name }) => name === "search");
  const empty = countBy(
    searches.filter(({ amount }) => amount === 0),
    ({ value }) => value,
  );
  const truth = Object.entries(countBy(searches, ({ value }) => value)).map(([words, times]) => ({
    words,
    times,
    empty: empty[words] ?? 0,
    found: new Set(searches.map(({ value }) => value)).size,
  }));
  expect(found.searches).toEqual(truth.toSorted((one, other) => other.empty - one.empty || other.times - one.times));
  expect(found.searches[0]?.words).toBe("cobol");
});

test("each report is one trip of two queries at most, and finds its rows by an index", async () => {
  const { base } = await makeTraffic();
  const variants = [{ page: null }, { page: "/contact" }, { page: null, filters: [phones] }];
  const asked = reports.flatMap((report) =>
    variants.map((more): ReportQuery => Object.assign({ report, steps: exampleFunnels.enquiry.steps }, base, more)),
  );
  const tables = new Set(Object.keys(columns));
  const { count } = watchQueries();
  for (const query of asked) {
    const { trips, queries } = await count((DB) => readReport(openDb(DB), query));
    expect([trips, queries <= 2], query.report).toEqual([1, true]);
    for (const { sql, parameters } of selectReport(db, query).queries.map((each) => each.compile()))
      expect(await listScans(sql, parameters, tables), sql).toEqual([]);
  }
});

test("the page shows a report alone, in the trip of the overview, and its file has its rows", async () => {
  const path = "/visitor-analytics";
  const { id: user } = await makeAccount({ roles: ["marketing_admin"] });
  await storeVisits(db, plan({ from: Date.now() - 3 * day, to: Date.now() - day, views: 30, zone: "UTC" }));
  const open = async (search: string) => (await loader(makeArgs(path + search, {}).args as never)).data;
  const { view, report } = await open("?show=paths&range=7&page=%2F");
  expect(view).toBeNull();
  expect(report?.body).toMatchObject({ report: "paths", page: "/", tables: [{ name: "Before" }, { name: "After" }] });
  const read = report?.body.report === "paths" ? report.body.read : null;
  expect(read?.down).toMatch(/^\d+%$/);
  expect(read?.active).toMatch(/\ds$|\dm$/);
  const rows = expect.arrayContaining([expect.objectContaining({ to: `${path}?show=paths&page=%2F` })]);
  expect((await open("?show=paths")).report?.body).toMatchObject({ page: null, edges: null, tables: [{ rows }] });
  expect((await open("?show=vitals&range=today")).report?.body).toMatchObject({
    vitals: vitals.map(() => ({ value: null, shares: null, count: "0" })),
    pages: [],
  });
  expect((await open("?show=planets")).report).toBeNull();
  const { visit } = watchQueries();
  const headers = { Cookie: writeCookies(await makeSession(user)) };
  await visit(`${path}?show=cohorts`, { headers });
  const { trips, rowsWritten, response } = await visit(`${path}?show=cohorts`, { headers });
  expect([trips, rowsWritten, response.status]).toEqual([4, 0, 200]);
  const file = await download(makeArgs(`${path}.csv?show=not-found&range=7`, { user }).args as never);
  expect(file.headers.get("Content-Disposition")).toMatch(/filename="visitors-by-not-found-[\d-]+\.csv"$/);
  expect((await file.text()).split("\r\n")[0]).toBe('"Kind","Page or search","Came from","Times","Nothing found"');
});
