import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { day } from "#app/shared/durations.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { openDb } from "#worker/db/client.ts";
import { prepareRecord } from "#worker/analytics/prepare-record.ts";
import { readOverview } from "#worker/analytics/read-overview.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { makeFacts, makeRecord } from "./analytics-make.ts";
import { makeScope, siteOrigin } from "./make.ts";

async function load(search: string, { env = {} as Partial<Env> } = {}) {
  const url = new URL(`/visitor-analytics${search}`, siteOrigin);
  const context = new RouterContextProvider();
  const scope = makeScope(env);
  context.set(requestScope, scope);
  const request = new Request(url, { headers: { "Accept-Language": "en-GB" } });
  const args = { context, request, url, params: {}, pattern: "/visitor-analytics" } as unknown as Parameters<
    typeof loader
  >[0];
  const { data, init } = await loader(args);
  return { data, status: init?.status ?? 200 };
}

test("a stored choice is counted on the page", async () => {
  for (const overrides of [{}, { consent_status: "rejected" as const }])
    await writeMessages(openDb(env.DB), [await prepareRecord(makeRecord(overrides), makeFacts())], makeScope());
  const { data } = await load("");
  expect(data).toMatchObject({
    days: 30,
    figures: { choices: "2", accepted: "1", rejected: "1", coverage: "50%", visitors: "1", views: "1", isEmpty: false },
  });
});

test("the range comes from the address, and one that is not offered means 30 days", async () => {
  for (const [search, days] of [
    ["?days=7", 7],
    ["?days=90", 90],
    ["?days=8", 30],
    ["?days=x", 30],
    ["", 30],
  ] as const) {
    const { data } = await load(search);
    expect(data.days, search).toBe(days);
    expect(data.figures?.days, search).toHaveLength(days);
  }
});

test("while D1 does not answer the page says so, with 503", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    prepare: () => {
      throw new Error("D1_ERROR: down");
    },
  } as unknown as D1Database;
  expect(await load("", { env: { DB: broken } })).toMatchObject({ status: 503, data: { figures: null } });
  expect(logged.mock.calls.flat().join()).toContain("visitor analytics not read");
});

test("the overview counts choices, views by day and page, and what was dropped, in one round trip", async () => {
  const noon = Math.floor(Date.now() / day) * day + day / 2;
  const viewAt = (at: number, url: string) => ({
    url,
    timestamp: new Date(at).toISOString(),
    title: `Title of ${url}`,
  });
  const chosenAt = (at: number) => ({ receivedAt: at });
  const store = async (at: number, overrides: Parameters<typeof makeRecord>[0]) =>
    writeMessages(
      openDb(env.DB),
      [
        await prepareRecord(
          makeRecord({ chosen_at: new Date(at).toISOString(), first_visit: new Date(at).toISOString(), ...overrides }),
          makeFacts(chosenAt(at)),
        ),
      ],
      makeScope(),
    );
  await store(noon, { page_views: [viewAt(noon, "/"), viewAt(noon + 1, "/gcc"), viewAt(noon + 2, "/")] });
  await store(noon - day, { page_views: [viewAt(noon - day, "/")] });
  await store(noon, { consent_status: "rejected", page_views: [] });
  await store(noon - 8 * day, { page_views: [viewAt(noon - 8 * day, "/old")] });
  await writeMessages(
    openDb(env.DB),
    [{ kind: "dropped", drop_id: crypto.randomUUID(), dropped_at: noon, reason: "bot" }],
    makeScope(),
  );

  const calls = vi.spyOn(env.DB, "batch");
  const overview = await readOverview(openDb(env.DB), { days: 7, now: noon });
  expect(calls).toHaveBeenCalledTimes(1);
  expect(calls.mock.calls[0]?.[0]).toHaveLength(3);
  expect(overview).toMatchObject({
    accepted: 2,
    rejected: 1,
    visitors: 2,
    views: 4,
    paths: 2,
    dropped: [{ reason: "bot", count: 1 }],
  });
  expect(overview.byDay).toHaveLength(7);
  expect(overview.byDay.slice(-2)).toMatchObject([
    { views: 1, visitors: 1 },
    { views: 3, visitors: 1 },
  ]);
  expect(overview.byPath).toEqual([
    { path: "/", title: "Title of /", views: 3, visitors: 2 },
    { path: "/gcc", title: "Title of /gcc", views: 1, visitors: 1 },
  ]);
  expect((await readOverview(openDb(env.DB), { days: 30, now: noon })).accepted).toBe(3);
});

test("an empty site has an overview of zeros", async () => {
  const overview = await readOverview(openDb(env.DB), { days: 90, now: Date.now() });
  expect(overview).toMatchObject({
    accepted: 0,
    rejected: 0,
    visitors: 0,
    views: 0,
    byPath: [],
    paths: 0,
    dropped: [],
  });
  expect(overview.byDay).toHaveLength(90);
});
