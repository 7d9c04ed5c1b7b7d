/** Visits through the Worker's own doors: `fetch`, `queue` and `scheduled`. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day, hour, minute } from "#shared/dates/durations.ts";
import type { VisitMessage } from "#shared/analytics/visit-events.ts";
import { refreshHour } from "#worker/analytics/compute-visits.ts";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import { eraseVisitors } from "#worker/analytics/erase-visitors.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { identifyPart } from "#worker/analytics/visitor-keys.ts";
import { planVisits } from "#worker/analytics/write-visits.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { countRuns, isDeep } from "#tests/runs.ts";
import { deliver, openWorker, runOften } from "./analytics-doors-make.ts";
import { brokenDb, countRows, makeBatch, makeFacts, silenceErrors } from "./analytics-make.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { call } from "../ask-api.ts";
import { makeAddress, makeScope } from "../make-scope.ts";
import { makeVisit, openQueue, readVisits, shuffle, tellVisit } from "./visits-make.ts";

const lastHour = () => Math.floor(Date.now() / hour) * hour - hour;

beforeEach(() => {
  // At noon: half an hour after midnight the hour before is of a day that is rolled, which takes rows of its own.
  vi.useFakeTimers({ now: Math.floor(Date.now() / day) * day + 12 * hour, toFake: ["Date"] });
});

/** The messages of so many visits as the queue gets them. */
async function collectVisits(count: number, seed: string): Promise<VisitorMessage[][]> {
  const { sent, collect } = openWorker();
  const start = lastHour();
  const visits: VisitorMessage[][] = [];
  for (let index = 0; index < count; index += 1) {
    const address = makeAddress();
    for (const message of tellVisit(start + index * 7919, `${seed}-${index}`))
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
  for (let run = 0; run < (isDeep ? 20 : 2); run += 1) {
    await empty();
    const draw = createRandom(`run ${run}`);
    // Some parts are joined, as after an hour without a network, and a fifth comes twice.
    const joined = visits.flatMap((parts) => (draw() < 0.3 ? [join(parts, draw), parts.slice(1)].flat() : parts));
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
  const parts = (await collectVisits(isDeep ? 2000 : 150, "cost"))
    .flat()
    .flatMap((body) => (body.kind === "visit" ? [body] : []));
  const views = parts.flatMap(({ events }) => events).filter(({ name }) => name === "").length;
  // Words and visitors are there once, and the days before are rolled; here it is about views.
  await deliver(parts);
  for (let run = 0; run < 2; run += 1) await runOften();
  await env.DB.batch(["visits", "visit_events"].map((table) => env.DB.prepare(`delete from ${table}`)));
  let written = 0;
  const batch = env.DB.batch.bind(env.DB);
  const spy = vi.spyOn(env.DB, "batch").mockImplementation(async <Row>(statements: D1PreparedStatement[]) => {
    const results = await batch<Row>(statements);
    for (const { meta } of results) written += meta.rows_written;
    return results;
  });
  // As they come: the queue delivers each half minute here, and the job runs every five.
  const byTime = Map.groupBy(parts, ({ started_at, events, left }) =>
    Math.floor((started_at + Math.max(left?.at ?? 0, ...events.map(({ at }) => at))) / (minute / 2)),
  );
  for (const [time, bodies] of [...byTime].toSorted(([one], [other]) => one - other)) {
    await deliver(bodies);
    if (time % 10 === 0) await runOften();
  }
  await runOften();
  const once = written;
  await deliver(parts);
  await runOften();
  spy.mockRestore();
  const [rowsPerView, bytesPerView] = [once / views, (await measureBytes()) / views];
  expect(rowsPerView).toBeLessThanOrEqual(2.1);
  expect(bytesPerView).toBeLessThanOrEqual(120);
  expect(written).toBe(once);
});

/** Bytes that the stored visits take, measured by as many copies of them as fill whole pages. */
async function measureBytes(): Promise<number> {
  const copies = 40;
  const size = async () => (await env.DB.prepare("select 1").all()).meta.size_after;
  const before = await size();
  for (const table of ["visits", "visit_events"] as const) {
    const rest = columns[table].filter((name) => name !== "started_at").join();
    await env.DB.prepare(
      `with recursive copy(number) as (select 1 union all select number + 1 from copy where number < ${copies})
       insert into ${table} (started_at, ${rest}) select started_at + number * ${day}, ${rest} from copy, ${table} order by 1`,
    ).run();
  }
  return ((await size()) - before) / copies;
}

test("D1 is away for ten minutes: what is posted meanwhile is stored once, when it is back", async () => {
  silenceErrors();
  const { queue, sent } = openQueue();
  const message = makeVisit();
  const away = breakBinding("DB").DB;
  expect((await call("/api/collect", { json: message, env: { VISITOR_QUEUE: queue, DB: away } })).status).toBe(204);
  const first = makeBatch(sent);
  await consumeVisitorRecords(first.batch, makeScope({ DB: brokenDb }));
  expect(first.outcomes()).toEqual(["retry"]);
  vi.setSystemTime(Date.now() + 10 * minute);
  for (let round = 0; round < 2; round += 1) await deliver([...sent, ...sent]);
  expect(await countRows()).toEqual({ visitors: 1, visits: 1, visit_events: 1 });
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
    { numRuns: countRuns(2000) },
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

test("every statement finds its rows by a key, however many visits there are", async () => {
  const visit = { ...prepareVisit(makeVisit(), makeFacts()), isMeasured: true };
  const db = openDb(env.DB);
  const statements = [
    ...planVisits(db, [await identifyPart(env, visit)]),
    ...refreshHour(db, lastHour()),
    ...(await eraseVisitors(db, ["somebody"], "request")),
  ];
  for (const statement of statements) {
    const { sql, parameters } = statement.compile();
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    const scans = plan.results.filter(({ detail }) =>
      /^SCAN (?!.*VIRTUAL TABLE|CONSTANT ROW|later|latest|part|gone|begun|\()/.test(detail),
    );
    expect(scans, sql).toEqual([]);
  }
});
