/** What is cut from visits, and which are not counted. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { deliver, openWorker, runHourly, runOften } from "./analytics-doors-make.ts";
import { countRows } from "./analytics-make.ts";
import { call } from "../ask-api.ts";
import { makeAddress } from "../make-scope.ts";
import { makeVisit, makeVisitId, readVisits } from "./visits-make.ts";

const db = openDb(env.DB);

test("what is told of a visit is cut to what is stored: no query, no token, no address", async () => {
  const { sent, collect } = openWorker();
  const events = [
    { seq: 1, at: 0, path: "/insights/preview/0199-x.1795000000.secret?q=1#f", title: " T\u0000 " },
    { seq: 2, at: 5, path: "/insights", name: "search", data: "Ada  ada@person.example +41 44 123 45 67" },
    { seq: 3, at: 6, path: "/insights", name: "outbound", data: "https://else.example/a?token=secret" },
    { seq: 4, at: 7, path: "/insights", name: "download", data: "/files/plan.pdf?secret=1" },
    { seq: 5, at: 8, path: "/insights?q=secret", title: "Search for secret" },
    { seq: 6, at: 9, path: "/insights", title: "To secret@person.example" },
  ];
  const address = makeAddress();
  const came = { ...makeVisit().came, source: "LinkedIn", medium: "cpc", campaign: "Autumn" };
  // Nobody was active for longer than the visit had lasted.
  const left = { seq: 6, at: 5000, engaged: 60_000, scroll: 100 };
  await collect(makeVisit({ events, came, left }), address);
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
      engaged_ms: 5000,
    },
  ]);
  expect(stored.map(({ path, value }) => [path, value])).toEqual([
    ["/insights/preview/-", null],
    ["/insights", "ada … …"],
    ["/insights", "else.example/a"],
    ["/insights", "/files/plan.pdf"],
    ["/insights", null],
    ["/insights", null],
  ]);
  const found = JSON.stringify([sent, await readVisits()]);
  for (const hidden of ["secret", address, "q=x"]) expect(found).not.toContain(hidden);
  expect(await collect(makeVisit({ events: [] }))).toBe(400);
});

test("a clock that is a day out is refused; crawlers, programs and networks past their share are dropped; all by reason", async () => {
  const { sent, collect, collectFrom } = openWorker();
  expect(await collectFrom("https://else.example", makeVisit())).toBe(403);
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
  await collect(makeVisit({ events: burst.map(({ seq, at, path }) => ({ seq, at: at * 2, path })) }));
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
