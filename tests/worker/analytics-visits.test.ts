/** Visits through the Worker's own doors: `fetch`, `queue` and `scheduled`. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day, hour, minute } from "#app/shared/durations.ts";
import type { VisitMessage } from "#app/shared/visit-events.ts";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { isDeep } from "#tests/runs.ts";
import { deliver, openWorker, runHourly, runOften } from "./analytics-doors-make.ts";
import { brokenDb, countRows, makeBatch, makeRecord, silenceErrors } from "./analytics-make.ts";
import { call, makeAddress, makeScope } from "./make.ts";
import { makeVisit, makeVisitId, readVisits, shuffle, tellVisit } from "./visits-make.ts";

// The pages need the build of React Router; nothing here asks for one.
vi.mock("../../worker/pages.ts", () => ({ renderPage: () => new Response(null, { status: 404 }) }));

// Modules are replaced for all files that follow.
afterAll(() => vi.doUnmock("../../worker/pages.ts"));

const db = openDb(env.DB);
const lastHour = () => Math.floor(Date.now() / hour) * hour - hour;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

/** The messages of so many visits as the queue gets them. */
async function collectVisits(count: number, seed: string): Promise<VisitorMessage[][]> {
  const { sent, collect } = openWorker();
  const start = lastHour();
  const visits: VisitorMessage[][] = [];
  for (let index = 0; index < count; index += 1) {
    const address = makeAddress();
    for (const message of tellVisit(start + index * 7919, `${seed} ${index}`))
      expect(await collect(message, address)).toBe(204);
    visits.push(sent.splice(0));
  }
  return visits;
}

async function empty() {
  for (const table of ["visits", "visit_events", "dimension_values", "visitors", "stale_hours"])
    await env.DB.prepare(`delete from ${table}`).run();
}

test("any parts, repeated and in any order, give the tables of one clean delivery once the job has run", async () => {
  const visits = await collectVisits(isDeep ? 200 : 25, "order");
  await deliver(visits.flat());
  await runOften();
  const clean = await readVisits();
  expect(clean).toMatchObject([{ length: visits.length }, {}, {}, { length: visits.length }, []]);
  for (let run = 0; run < (isDeep ? 20 : 3); run += 1) {
    await empty();
    const draw = createRandom(`run ${run}`);
    // Some parts are joined, as after an hour without a network, and a fifth comes twice.
    const joined = visits.flatMap((parts) => (draw() < 0.3 ? [join(parts, draw), ...parts.slice(1)] : parts));
    const bodies = shuffle([...joined, ...joined.filter(() => draw() < 0.2)], draw);
    while (bodies.length > 0) {
      await deliver(bodies.splice(0, 1 + Math.floor(draw() * 30)));
      if (draw() < 0.2) await runOften();
    }
    await runOften();
    expect(await readVisits()).toEqual(clean);
  }
});

/** Parts of one visit as one message. */
function join(parts: readonly VisitorMessage[], draw: () => number): VisitorMessage {
  const all = parts.flatMap((part) => (part.kind === "visit" ? [part] : []));
  const last = all.findLast(({ left }) => left !== null);
  const events = shuffle(
    all.flatMap((part) => part.events),
    draw,
  );
  return { ...(all[0] as (typeof all)[number]), events, left: last?.left ?? null };
}

test("a view costs 2.1 rows written and 120 bytes at most, and a replay none", async () => {
  const visits = await collectVisits(isDeep ? 2000 : 120, "cost");
  const views = visits
    .flat()
    .flatMap((part) => (part.kind === "visit" ? part.events : []))
    .filter(({ name }) => name === "");
  // Words and visitors are there once; here it is about views.
  await deliver(visits.flat());
  await env.DB.batch(["visits", "visit_events"].map((table) => env.DB.prepare(`delete from ${table}`)));
  const cost = { rows: 0 };
  const batch = env.DB.batch.bind(env.DB);
  const spy = vi.spyOn(env.DB, "batch").mockImplementation(async <Row>(statements: D1PreparedStatement[]) => {
    const results = await batch<Row>(statements);
    for (const { meta } of results) cost.rows += meta.rows_written;
    return results;
  });
  // The visits run side by side, and the job runs between.
  const waves = Array.from({ length: 14 }, (_, wave) => visits.flatMap((parts) => parts.slice(wave, wave + 1)));
  for (const wave of waves.filter(({ length }) => length > 0)) {
    await deliver(wave);
    await runOften();
  }
  const written = cost.rows;
  await deliver(visits.flat());
  await runOften();
  spy.mockRestore();
  const bytes = await env.DB.prepare(
    `select (select sum(length(json_array(${columns.visits.join()})) ) from visits)
       + (select sum(length(json_array(${columns.visit_events.join()}))) from visit_events) as most`,
  ).first<{ most: number }>();
  console.info(`rows a view ${written / views.length}, JSON bytes a view ${(bytes?.most ?? 0) / views.length}`);
  expect(written / views.length).toBeLessThanOrEqual(2.1);
  expect(cost.rows).toBe(written);
});

test("D1 is away for ten minutes: what is posted meanwhile is stored once, when it is back", async () => {
  silenceErrors();
  const { queue, sent } = { ...openQueue() };
  const message = makeVisit();
  const away = { ...brokenDb, prepare: () => Promise.reject(new Error("D1_ERROR: down")) } as unknown as D1Database;
  expect((await call("/api/collect", { json: message, env: { VISITOR_QUEUE: queue, DB: away } })).status).toBe(204);
  const first = makeBatch(sent);
  await consumeVisitorRecords(first.batch, makeScope({ DB: brokenDb }));
  expect(first.outcomes()).toEqual(["retry"]);
  vi.setSystemTime(Date.now() + 10 * minute);
  for (let round = 0; round < 2; round += 1) await deliver([...sent, ...sent]);
  expect(await countRows()).toEqual({ visitors: 1, visits: 1, visit_events: 1 });
});

function openQueue() {
  const sent: VisitorMessage[] = [];
  const send = async (message: unknown) => void sent.push(message as VisitorMessage);
  return { sent, queue: { send } as unknown as NonNullable<Env["VISITOR_QUEUE"]> };
}

test("what is told of a visit is cut to what is stored: no query, no token, no address", async () => {
  const { sent, collect } = openWorker();
  const events = [
    { seq: 1, at: 0, path: "/insights/preview/0199-x.1795000000.secret?q=1#f", title: " T\u0000 " },
    { seq: 2, at: 5, path: "/insights", name: "search", data: "Ada  ada@person.example +41 44 123 45 67" },
    { seq: 3, at: 6, path: "/insights", name: "outbound", data: "https://else.example/a?token=secret" },
    { seq: 4, at: 7, path: "/insights", name: "download", data: "/files/plan.pdf?secret=1" },
  ];
  const address = makeAddress();
  const came = { ...makeVisit().came, source: "LinkedIn", medium: "cpc", campaign: "Autumn" };
  await collect(makeVisit({ events, came }), address);
  await deliver(sent);
  const [visits, stored] = (await readVisits()) as [object[], { path: string; value: string }[]];
  expect(visits).toMatchObject([
    {
      source: "LinkedIn",
      channel: "paid",
      referrer: "www.google.com",
      campaign: "Autumn",
      region: "Europe",
      screen: "laptop",
    },
  ]);
  expect(stored.map(({ path, value }) => [path, value])).toEqual([
    ["/insights/preview/-", null],
    ["/insights", "ada … …"],
    ["/insights", "else.example/a"],
    ["/insights", "/files/plan.pdf"],
  ]);
  const kept = JSON.stringify([sent, await readVisits()]);
  for (const hidden of ["secret", address, "q=x"]) expect(kept).not.toContain(hidden);
});

test("a clock that is a day out is refused; crawlers, programs and networks past their share are dropped; all by reason", async () => {
  const { sent, collect } = openWorker();
  expect(await collect(makeVisit({ visit_id: makeVisitId(Date.now() - 25 * hour) }))).toBe(400);
  expect(await collect(makeVisit({ visit_id: makeVisitId(Date.now() + 25 * hour) }))).toBe(400);
  const ahead = [{ seq: 1, at: day, path: "/" }];
  expect(await collect(makeVisit({ visit_id: makeVisitId(Date.now() + minute), events: ahead }))).toBe(400);
  const crawler = makeVisit();
  for (let time = 0; time < 2; time += 1)
    await call("/api/collect", {
      json: crawler,
      headers: { "User-Agent": "Googlebot/2.1" },
      env: { VISITOR_QUEUE: undefined } as never,
    });
  const burst = Array.from({ length: 60 }, (_, index) => ({ seq: index + 1, at: index * 300, path: "/" }));
  const program = makeVisit({ events: burst.slice(0, 31) });
  await collect(program);
  await collect({ ...program, events: burst.slice(31) });
  // Somebody who goes back and forth as fast as they can, and one who reads for a day, are people.
  await collect(makeVisit({ events: burst.map((event) => ({ ...event, at: event.at * 2 })) }));
  await deliver(sent.splice(0));
  expect(await countRows()).toMatchObject({ visits: 1, visit_events: 60 });

  const [loud, quiet] = [makeAddress(), makeAddress()];
  const many = () =>
    makeVisit({
      events: Array.from({ length: 100 }, (_, at) => ({
        seq: at + 1,
        at: at * 400,
        path: "/",
        ...(at && { from: "/", left: { seq: at, at: at * 400, engaged: 400, scroll: 0 } }),
      })),
    });
  for (let count = 0; count < 21; count += 1) await collect(many(), loud);
  await deliver(sent.splice(0));
  await runOften();
  for (const address of [loud, quiet]) await collect(makeVisit(), address);
  for (let time = 0; time < 2; time += 1) await deliver(sent);
  expect(await countRows()).toMatchObject({ visits: 1 + 21 + 1 });
  const dropped = await db
    .selectFrom("dropped_records")
    .select(({ fn }) => ["reason", fn.countAll<number>().as("count")])
    .groupBy("reason")
    .orderBy("reason")
    .execute();
  expect(dropped).toEqual([
    { reason: "automated", count: 1 },
    { reason: "bot", count: 1 },
    { reason: "clock", count: 3 },
    { reason: "excess", count: 1 },
  ]);
  // The next day the network has another name, and its share anew.
  vi.setSystemTime(Date.now() + day);
  await runHourly();
  expect(await db.selectFrom("network_limits").selectAll().execute()).toEqual([]);
});

test("an erased visitor is in no table, neither by number nor by key; their days are computed anew; only a count stays", async () => {
  const { sent, store, collect, erase, exportOf } = openWorker();
  const visitor_id = "visitor-number-one";
  const start = Date.now() - 10 * minute;
  await collect(makeVisit({ visitor_id, visit_id: makeVisitId(start) }));
  await store(makeRecord({ visitor_id, visit_id: makeVisitId(start) }));
  await store(makeRecord({ visitor_id }));
  await collect(makeVisit());
  const late = [...sent];
  await deliver(sent.splice(0));
  const today = Math.floor(start / day) * day;
  await db
    .insertInto("rolled_days")
    .values({ day: today, ends: today + 2 * day })
    .execute();
  const told = await exportOf(visitor_id);
  expect(told.visits).toHaveLength(2);
  expect(told).toMatchObject({
    visitor: { timezone: "Europe/Zurich" },
    visits: [
      { source: "Google", country: null, entry: "/gcc", events: [{ name: "view", path: "/gcc" }] },
      { views: 1 },
    ],
  });
  const { visitor } = await db
    .selectFrom("visits")
    .select(({ cast }) => cast<string>("visitor", "text").as("visitor"))
    .where("started_at", "=", start)
    .executeTakeFirstOrThrow();
  await erase(visitor_id);
  await deliver(sent);
  await deliver([...late, ...sent]);
  for (const [table, names] of Object.entries(columns))
    for (const name of names) {
      const held = `select 1 from ${table} where instr(cast(${name} as text), ?) or instr(cast(${name} as text), ?)`;
      expect(await env.DB.prepare(held).bind(visitor_id, visitor).first(), `${table}.${name}`).toBeNull();
    }
  expect(await countRows()).toMatchObject({ visits: 1, visitors: 1, visit_events: 1, erased_visitors: 1 });
  expect(await db.selectFrom("rolled_days").selectAll().execute()).toEqual([]);
  expect(await exportOf(visitor_id)).toMatchObject({ visitor: null, visits: [] });
  const entries = await db.selectFrom("audit_log").select(["action", "detail", "subject_id"]).execute();
  expect(entries).toEqual([{ action: "visitors.erased", detail: '{"visits":2}', subject_id: null }]);

  // Its words go at night; those that others have stay.
  vi.setSystemTime(Math.ceil(Date.now() / day) * day + 3.5 * hour);
  await runHourly();
  const words = await db.selectFrom("dimension_values").select("value").where("dimension", "=", "came_from").execute();
  expect(words).toEqual([]);
  expect(
    await db.selectFrom("dimension_values").select("value").where("dimension", "=", "path").execute(),
  ).toHaveLength(1);
});

test("what was stored before there were visits becomes visits by gaps of 30 minutes, as do views that come without one", async () => {
  const start = lastHour();
  const times = [0, 5, 34, 65, 66].map((minutes) => start + minutes * minute);
  const { sent, store } = openWorker();
  const visitor_id = "by-record";
  const views = times.map((at) => ({ url: "/gcc", timestamp: new Date(at).toISOString(), title: "GCC" }));
  for (const shown of [views.slice(0, 2), views, views.slice(1)])
    await store(makeRecord({ visitor_id, page_views: shown }));
  for (const body of [...sent, ...sent]) await deliver([body]);
  for (const [index, viewed_at] of times.entries())
    await env.DB.prepare("insert into former_views values (?, 'former', ?, 'GCC')")
      .bind(viewed_at, index % 2 ? "/gcc" : "/")
      .run();
  await env.DB.prepare(
    `insert into former_visitors (visitor_id, choice_id, first_visit, received_at, user_agent, referrer, language, timezone, device,
     browser) values ('former', 'c', ?, ?, 'agent', 'https://www.bing.com/', 'de-CH', 'Europe/Zurich', 'other', 'Other')`,
  )
    .bind(start, start)
    .run();
  for (let run = 0; run < 3; run += 1) await runOften();
  const [visits] = (await readVisits()) as [{ views: number; source: string; length_ms: number }[]];
  const found = visits.map(({ views: count, length_ms, source }) => [count, length_ms / minute, source]).toSorted();
  expect(found).toEqual([
    [2, 1, "direct"],
    [2, 1, "direct"],
    [3, 34, "Bing"],
    [3, 34, expect.stringMatching(/direct|news.example/)],
  ]);
  for (const table of ["former_views", "former_visitors"] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  expect(await countRows()).toMatchObject({ visitors: 2 });
});

test("whatever is posted to the collector is answered 204 or 4xx, and what is taken can be stored", async () => {
  const { queue, sent } = openQueue();
  const number = fc.oneof(fc.nat(), fc.integer(), fc.double(), fc.constant("1"));
  const left = fc.record(
    { seq: number, at: number, engaged: number, scroll: number, vitals: fc.object() },
    { requiredKeys: [] },
  );
  const event = fc.record(
    {
      seq: fc.oneof(fc.integer({ min: 1, max: 500 }), number),
      at: fc.nat(86_000),
      path: fc.oneof(fc.webPath(), fc.string()),
      name: fc.oneof(fc.constant("search"), fc.string()),
      data: fc.string({ unit: "binary" }),
      title: fc.string({ unit: "binary" }),
      amount: number,
      left,
      from: fc.webPath(),
    },
    { requiredKeys: ["seq", "at", "path"] },
  );
  const broken = fc.record(
    {
      visit_id: fc.anything(),
      came: fc.anything(),
      events: fc.oneof(fc.array(event, { maxLength: 4 }), fc.anything()),
      left,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(broken, async (input) => {
      const body = JSON.stringify({ ...makeVisit(), ...input }, (_, value: unknown) =>
        typeof value === "bigint" ? "1" : value,
      );
      const response = await call("/api/collect", {
        body,
        headers: { "Content-Type": "application/json" },
        env: { VISITOR_QUEUE: queue },
      });
      expect([204, 400, 413]).toContain(response.status);
    }),
    { numRuns: isDeep ? 2000 : 150 },
  );
  const { batch, outcomes } = makeBatch(sent);
  await consumeVisitorRecords(batch, makeScope());
  expect(new Set(outcomes())).toEqual(new Set(["ack"]));
});

test("a visit of one visitor takes nothing that another sends under its number", async () => {
  const { sent, collect } = openWorker();
  const mine = makeVisit();
  const other: VisitMessage = {
    ...mine,
    visitor_id: "another",
    events: [{ seq: 2, at: 5, path: "/contact" }],
    left: { seq: 9, at: 9, engaged: 9, scroll: 9 },
  };
  for (const message of [mine, other]) await collect(message);
  await deliver(sent);
  await runOften();
  expect(await readVisits()).toMatchObject([[{ views: 1, left_seq: 0 }], [{ seq: 1 }], {}, {}, []]);
});
