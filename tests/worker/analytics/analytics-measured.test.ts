/** Vitals of a page in another tab, and rejections that come late, through the Worker's own doors. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import { openDb } from "#worker/db/client.ts";
import { deliver, openWorker, runOften } from "./analytics-doors-make.ts";
import { brokenDb, closedQueue, countRows, makeRecord, silenceErrors } from "./analytics-make.ts";
import { call } from "../ask-api.ts";
import { makeVisit, makeVisitId } from "./visits-make.ts";

const db = openDb(env.DB);

test("vitals that no view tells count for their own page, once, and are neither a view nor a named event", async () => {
  const { sent, collect, exportOf } = openWorker();
  const at = Date.now() - minute;
  const left = (seq: number, lcp: number) => ({ seq, at: 20_000, engaged: 500, scroll: 10, vitals: { lcp } });
  const visit = makeVisit({
    visit_id: makeVisitId(at),
    events: [
      { seq: 1, at: 0, path: "/gcc" },
      { seq: 2, at: 9000, path: "/partners", from: "/gcc", left: left(1, 100) },
      { seq: 3, at: 12_000, path: "/", from: "/gcc" },
      { seq: 4, at: 12_000, path: "/partners?token=secret", vitals: { lcp: 200.4 } },
      { seq: 5, at: 13_000, path: "/", name: "outbound", data: "https://else.example/", vitals: { lcp: 9 } },
    ],
    left: left(3, 300),
  });
  expect(await collect(visit)).toBe(204);
  await deliver(sent);
  await deliver(sent);
  await runOften();
  const found = await readReport(db, {
    zone: "UTC",
    period: { from: at - day, to: at + day },
    filters: [],
    page: null,
    report: "vitals",
  });
  const rows = found.report === "vitals" ? found.vitals : [];
  const values = rows.map(({ path, vital, count, p75 }) => [path, vital, count, p75]);
  expect(values).toHaveLength(4);
  expect(values).toEqual(
    expect.arrayContaining([
      [null, "lcp", 3, expect.any(Number)],
      ["/gcc", "lcp", 1, expect.any(Number)],
      ["/partners", "lcp", 1, expect.any(Number)],
      ["/", "lcp", 1, expect.any(Number)],
    ]),
  );
  for (const filters of [[], [{ dimension: "page", is: true, values: ["/gcc"] }] as const]) {
    const asked = { zone: "UTC", period: { from: at - day, to: at + day }, previous: null, filters } as const;
    const { panels } = await readFigures(db, { ...asked, interval: "day", panels: ["event"] }, Date.now());
    expect(panels.event?.rows.map(({ value, hits }) => [value, hits])).toEqual([["outbound", 1]]);
  }
  const stored = (await exportOf(visit.visitor_id)).visits;
  expect(stored).toMatchObject([
    { views: 3, named_events: 1, length_ms: 20_000, exit: "/", left_vitals: { lcp: 300 } },
  ]);
  expect(stored[0]?.events.map(({ name, path }) => [name, path])).toEqual([
    ["view", "/gcc"],
    ["view", "/partners"],
    ["view", "/"],
    ["measured", "/partners"],
    ["outbound", "/"],
  ]);
  expect(stored[0]?.events[3]).toMatchObject({ page_before: "/partners", page_before_vitals: { lcp: 200 } });
});

test("how a page was left is told when it is left, and again by the view that follows: its vitals count once", async () => {
  const { sent, collect } = openWorker();
  const at = Date.now() - minute;
  const left = { seq: 1, at: 9000, engaged: 500, scroll: 10, vitals: { lcp: 100 } };
  const visit = makeVisit({ visit_id: makeVisitId(at), events: [{ seq: 1, at: 0, path: "/gcc" }], left });
  const next = [{ seq: 2, at: 9500, path: "/partners", from: "/gcc", left }];
  expect(await collect(visit)).toBe(204);
  expect(await collect({ ...visit, events: next, left: undefined })).toBe(204);
  await deliver(sent);
  await runOften();
  const period = { from: at - day, to: at + day };
  const found = await readReport(db, { zone: "UTC", period, filters: [], page: "/gcc", report: "vitals" });
  expect(found).toMatchObject({ vitals: [{ vital: "lcp", count: 1 }] });
});

test("a withdrawal that can be put nowhere is answered 503, and counts once when it comes again, months later", async () => {
  const record = makeRecord({
    consent_status: "rejected",
    page_views: [],
    chosen_at: new Date(Date.now() - 100 * day).toISOString(),
  });
  const away = { VISITOR_QUEUE: closedQueue, DB: brokenDb };
  silenceErrors();
  for (const [path, json] of [
    ["/api/store-visitor-analytics", record],
    ["/api/erase-visitor-data", { visitor_id: crypto.randomUUID() }],
  ] as const)
    expect((await call(path, { json, env: away })).status).toBe(503);
  const { sent, store } = openWorker();
  for (let time = 0; time < 3; time += 1)
    expect(await store({ ...record, first_visit: new Date().toISOString() })).toBe(204);
  await deliver(sent);
  expect(await countRows()).toEqual({ consent_records: 1 });
});
