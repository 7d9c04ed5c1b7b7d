import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { bannerHashes, bannerVersion } from "#shared/analytics/consent.ts";
import { countRuns } from "#tests/runs.ts";
import { analyticsApi } from "#worker/api/analytics.ts";
import { openDb } from "#worker/db/client.ts";
import { brokenDb, closedQueue, countRows, makeQueue, makeRecord, silenceErrors } from "./analytics-make.ts";
import { callParts } from "../ask-parts.ts";
import { makeAddress } from "../make-scope.ts";

const call = callParts(analyticsApi);
const path = "/api/store-visitor-analytics";

test("an accepted record goes to the queue and is answered 204", async () => {
  const { queue, sent } = makeQueue();
  const response = await call(path, { json: makeRecord(), env: { VISITOR_QUEUE: queue } });
  expect(response.status).toBe(204);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ kind: "accepted", choice: { status: "accepted" }, views: [{ path: "/gcc" }] });
  expect(await countRows()).toEqual({});
});

test("a view of a preview is stored without its token", async () => {
  const { queue, sent } = makeQueue();
  const timestamp = new Date().toISOString();
  const url = "/insights/preview/0199-x.1795000000.secret";
  const json = makeRecord({ page_views: [{ url, timestamp, title: "Preview" }] });
  await call(path, { json, env: { VISITOR_QUEUE: queue } });
  expect(sent[0]).toMatchObject({ views: [{ path: "/insights/preview/-" }] });
  expect(JSON.stringify(sent)).not.toContain("secret");
});

test("the country is that which Cloudflare found", async () => {
  const { queue, sent } = makeQueue();
  const cf = { country: "NO" } as RequestInitCfProperties;
  expect((await call(path, { json: makeRecord(), env: { VISITOR_QUEUE: queue }, cf })).status).toBe(204);
  expect(sent).toMatchObject([{ choice: { country: "NO" } }]);
});

test("without a queue the record is written at once, with the proof of what was shown", async () => {
  silenceErrors();
  const record = makeRecord();
  const response = await call(path, { json: record, env: { VISITOR_QUEUE: closedQueue }, headers: { "Sec-GPC": "1" } });
  expect(response.status).toBe(204);
  expect(await countRows()).toEqual({ consent_records: 1, visitors: 1, visits: 1, visit_events: 1 });
  const db = openDb(env.DB);
  expect(await db.selectFrom("consent_records").selectAll().executeTakeFirstOrThrow()).toMatchObject({
    status: "accepted",
    chosen_at: Date.parse(record.chosen_at ?? ""),
    banner_version: bannerVersion,
    banner_hash: bannerHashes[bannerVersion],
    gpc: 1,
    language: "de",
    referrer_host: "news.example",
  });
  expect(
    await db
      .selectFrom("visitors")
      .innerJoin("dimension_values as agent", "agent.id", "visitors.user_agent")
      .innerJoin("dimension_values as zone", "zone.id", "visitors.timezone")
      .select(["agent.value as user_agent", "zone.value as timezone"])
      .executeTakeFirstOrThrow(),
  ).toEqual({ user_agent: record.user_agent, timezone: "Europe/Zurich" });
});

test("a record that could be put nowhere is answered 503, and every try is logged", async () => {
  const logged = silenceErrors();
  const response = await call(path, { json: makeRecord(), env: { VISITOR_QUEUE: closedQueue, DB: brokenDb } });
  expect(response.status).toBe(503);
  expect(response.headers.get("Content-Type")).toContain("application/problem+json");
  expect(response.headers.get("Retry-After")).toBe("30");
  expect(logged.mock.calls.flat().join("\n")).toMatch(/visitor queue refused[^]*visitor message not stored/);
  expect(await countRows()).toEqual({});
});

test("50 concurrent replays of one choice make one record", async () => {
  silenceErrors();
  const record = makeRecord();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call(path, { json: record, env: { VISITOR_QUEUE: closedQueue } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await countRows()).toEqual({ consent_records: 1, visitors: 1, visits: 1, visit_events: 1 });
});

test("a later record of the same visitor brings what a lost one held", async () => {
  silenceErrors();
  const first = makeRecord();
  const later = {
    ...first,
    page_views: [...first.page_views, { url: "/contact", timestamp: new Date().toISOString(), title: "" }],
  };
  for (const json of [later, first, later]) await call(path, { json, env: { VISITOR_QUEUE: closedQueue } });
  expect(await countRows()).toEqual({ consent_records: 1, visitors: 1, visits: 1, visit_events: 2 });
});

test("a rejection leaves one row that names nobody", async () => {
  silenceErrors();
  const record = makeRecord({ consent_status: "rejected" });
  await call(path, { json: record, env: { VISITOR_QUEUE: closedQueue } });
  expect(await countRows()).toEqual({ consent_records: 1 });
  const row = JSON.stringify(await openDb(env.DB).selectFrom("consent_records").selectAll().execute());
  for (const detail of [record.visitor_id, "Mozilla", "story", "Zurich"]) expect(row).not.toContain(detail);
});

test("a crawler is counted as dropped and not stored", async () => {
  const { queue, sent } = makeQueue();
  const response = await call(path, {
    json: makeRecord(),
    env: { VISITOR_QUEUE: queue },
    headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
  });
  expect(response.status).toBe(204);
  expect(sent).toMatchObject([{ kind: "dropped", reason: "bot" }]);
});

test.each([
  ["clock", { chosen_at: "2019-01-01T00:00:00Z" }],
  ["invalid", { consent_status: "maybe" }],
])("a refused record is answered 400 with the field, and counted: %s", async (reason, overrides) => {
  const { queue, sent } = makeQueue();
  const response = await call(path, { json: { ...makeRecord(), ...overrides }, env: { VISITOR_QUEUE: queue } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    status: 400,
    errors: { [Object.keys(overrides)[0] ?? ""]: expect.any(Array) },
  });
  expect(sent).toMatchObject([{ kind: "dropped", reason }]);
});

test.each([
  ["bot", {}, { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
  ["clock", { chosen_at: "2019-01-01T00:00:00Z" }, {}],
  ["invalid", { consent_status: "maybe" }, {}],
])("a refused record (%s) that is sent again counts once a day", async (reason, overrides, headers) => {
  silenceErrors();
  const json = { ...makeRecord(), ...overrides };
  const send = (body: object) => call(path, { json: body, env: { VISITOR_QUEUE: closedQueue }, headers });
  vi.setSystemTime(new Date("2031-05-06T09:00:00Z"));
  await Promise.all(Array.from({ length: 5 }, () => send(json)));
  vi.setSystemTime(new Date("2031-05-06T23:59:59Z"));
  await send(json);
  expect(await countRows()).toEqual({ dropped_records: 1 });
  await send({ ...json, visitor_id: crypto.randomUUID() });
  expect(await countRows()).toEqual({ dropped_records: 2 });
  vi.setSystemTime(new Date("2031-05-07T00:00:01Z"));
  await send(json);
  const rows = await openDb(env.DB).selectFrom("dropped_records").selectAll().orderBy("dropped_at").execute();
  expect(rows.map(({ dropped_at }) => new Date(dropped_at).toISOString().slice(0, 10))).toEqual([
    "2031-05-06",
    "2031-05-06",
    "2031-05-07",
  ]);
  expect(new Set(rows.map((row) => row.reason))).toEqual(new Set([reason]));
  expect(JSON.stringify(rows)).not.toContain(json.visitor_id);
});

test("a body over 16 KB is answered 413, one that is no JSON 415 or 400", async () => {
  const large = makeRecord({
    page_views: Array.from({ length: 100 }, () => ({
      url: `/${"a".repeat(200)}`,
      timestamp: new Date().toISOString(),
      title: "",
    })),
  });
  expect((await call(path, { json: large })).status).toBe(413);
  expect((await call(path, { body: "{}", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
  expect((await call(path, { body: "{", headers: { "Content-Type": "application/json" } })).status).toBe(400);
  expect(await countRows()).toEqual({});
});

test("one address is held to the limit, with the time to wait", async () => {
  const { queue } = makeQueue();
  const headers = { "CF-Connecting-IP": makeAddress() };
  const json = makeRecord();
  const statuses: Response[] = [];
  // The limit counts by the clock's minutes: a run that crosses one may have twice as many.
  while (statuses.length < 241 && statuses.at(-1)?.status !== 429)
    statuses.push(await call(path, { json, headers, env: { VISITOR_QUEUE: queue } }));
  const refused = statuses.find(({ status }) => status === 429);
  expect(statuses.slice(0, 120).map(({ status }) => status)).toEqual(Array(120).fill(204));
  expect(refused?.headers.get("Retry-After")).toBe("60");
});

test("whatever is posted is answered 204 or 4xx, and a refused record leaves nothing but its count", async () => {
  const { queue, sent } = makeQueue();
  const broken = fc.record(
    {
      visitor_id: fc.anything(),
      consent_status: fc.oneof(fc.constantFrom("accepted", "rejected"), fc.anything()),
      first_visit: fc.oneof(fc.date({ noInvalidDate: true }), fc.anything()),
      page_views: fc.oneof(fc.array(fc.anything(), { maxLength: 3 }), fc.anything()),
      ["__proto__"]: fc.anything(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(broken, fc.jsonValue(), fc.string()), async (input) => {
      const before = sent.length;
      const body =
        typeof input === "string" ? input : JSON.stringify({ ...makeRecord(), ...(input as object) }, replaceBigInt);
      const response = await call(path, {
        body,
        headers: { "Content-Type": "application/json" },
        env: { VISITOR_QUEUE: queue },
      });
      expect([204, 400, 413]).toContain(response.status);
      const queued = sent.slice(before);
      if (response.status === 204) expect(queued).toHaveLength(1);
      else expect(queued.every(({ kind }) => kind === "dropped")).toBe(true);
    }),
    { numRuns: countRuns(1000) },
  );
  expect(await countRows()).toEqual({});
});

function replaceBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
