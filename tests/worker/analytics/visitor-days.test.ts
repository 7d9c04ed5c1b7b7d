/** Visitors as a sum of days: the same as counted from the visits, whatever comes, goes and is rolled in which order. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day, minute } from "#shared/dates/durations.ts";
import { listBuckets, listDays } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { refreshVisits } from "#worker/analytics/compute-visits.ts";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import { rollDay, rollDays } from "#worker/analytics/figures/roll-days.ts";
import type { Filter, Interval, Period } from "#worker/analytics/figures/types.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { findVisitsOf } from "#worker/analytics/visitor-days.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { makeBatch, makeFacts } from "./analytics-make.ts";
import { computeAll, setZone } from "./figures-make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { makeVisit, makeVisitId } from "./visits-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

async function deliver(...bodies: VisitorMessage[]): Promise<void> {
  const { batch, outcomes } = makeBatch(bodies);
  await consumeVisitorRecords(batch, makeWholeScope());
  expect(new Set(outcomes())).toEqual(new Set(["ack"]));
}

interface SentVisit {
  visitor: string;
  id: string;
  at: number;
}

/** `views` from the first one on, a tenth of a second each; without any, only how the visit was left. */
function tell({ visitor, id, at }: SentVisit, views: number): VisitorMessage {
  const events = Array.from({ length: views }, (_, index) => ({ seq: index + 1, at: index * 100, path: "/gcc" }));
  const left = views === 0 ? { left: { seq: 1, at: 9, engaged: 9, scroll: 9 } } : {};
  const message = makeVisit({ visitor_id: visitor, visit_id: id, events, ...left });
  return prepareVisit(message, makeFacts({ receivedAt: at + minute, network: null }));
}

/** Somebody rejected. */
function reject(chosen_at: number): VisitorMessage {
  const client = { country: null, device: "other", browser: "Other", language: null, referrer_host: null } as const;
  const banner = { banner_version: null, banner_hash: null, gpc: 0 } as const;
  const choice = { choice_id: crypto.randomUUID(), status: "rejected", chosen_at, received_at: chosen_at } as const;
  return { kind: "rejected", choice: { ...choice, ...banner, ...client } };
}

async function readStored() {
  const { results } = await env.DB.prepare(
    "SELECT started_at AS at, visit_no AS number, CAST(visitor AS text) AS visitor, views FROM visits ORDER BY 1, 2",
  ).all<{ at: number; number: number; visitor: string; views: number }>();
  return results;
}

const always: Filter = { dimension: "country", is: false, values: ["nowhere"] };

/** All that is a sum of days is what the visits say. */
async function expectSums(periods: readonly { period: Period; interval: Interval }[], zone: string): Promise<void> {
  const stored = await readStored();
  const count = ({ from, to }: Period) =>
    new Set(stored.filter(({ at, views }) => at >= from && at < to && views > 0).map(({ visitor }) => visitor)).size;
  const choices = await db.selectFrom("consent_records").select("chosen_at as at").execute();
  for (const { period, interval } of periods) {
    const ask = { zone, previous: null, filters: [], panels: [], period, interval };
    const found = await readFigures(db, ask, Date.now());
    expect([found.totals.visitors, found.series.map(({ visitors }) => visitors)], interval).toEqual([
      count(period),
      listBuckets(period, interval, zone).map(count),
    ]);
    const rejected = choices.filter(({ at }) => at >= period.from && at < period.to).length;
    expect(found.coverage).toEqual({ accepted: 0, rejected });
    const cohorts = { report: "cohorts", zone, period, page: null } as const;
    expect(await readReport(db, { ...cohorts, filters: [] })).toEqual(
      await readReport(db, { ...cohorts, filters: [always] }),
    );
  }
  const known = await db
    .selectFrom("visitors")
    .select(({ cast }) => [cast<string>("visitor", "text").as("visitor"), "first_at", "returns"])
    .execute();
  for (const { visitor, first_at, returns } of known) {
    const own = stored.filter((each) => each.visitor === visitor);
    const times = own.filter(({ views }) => views > 0).map(({ at }) => at);
    const later = JSON.parse(returns) as number[];
    expect(first_at).toBe(times[0] ?? null);
    expect(later).toEqual([...new Set(later)].toSorted((one, other) => one - other));
    expect(times).toEqual(expect.arrayContaining(later));
    expect(later).not.toContain(first_at);
    const keys = own.map(({ at, number }) => ({ started_at: at, visit_no: number }));
    expect(await findVisitsOf(db, [visitor])).toEqual(keys);
  }
}

/** Zones whose clocks change a few days before, and others. */
const places = [
  ["Europe/Berlin", "2026-03-31T15:00Z"],
  ["Pacific/Chatham", "2026-04-07T15:00Z"],
  ["America/St_Johns", "2026-11-04T15:00Z"],
  ["Asia/Kathmandu", "2026-05-03T15:00Z"],
] as const;

test("a visit of a day that is over turns out to be a program's: it leaves the visitor's days, be it the first or a later one", async () => {
  const [zone, noon] = ["UTC", Date.parse("2026-11-15T12:00Z")];
  const draw = createRandom("programs");
  for (const place of [0, 1, 2]) {
    const visits = [0, 1, 2].map((days): SentVisit => {
      const at = noon + days * day + place;
      return { visitor: `program-${place}`, at, id: makeVisitId(at, draw) };
    });
    await deliver(...visits.map((visit) => tell(visit, 1)));
    await computeAll();
    await deliver(tell(visits[place] as SentVisit, 35));
    for (let turn = 0; turn < 2; turn += 1) {
      const [from, to] = [noon - 2 * day, noon + 4 * day];
      const asked = listDays({ from, to }, zone).map(({ from: begun }) => ({
        period: { from: begun, to: noon + 3.5 * day },
        interval: "day" as const,
      }));
      await expectSums(asked.slice(0, -1), zone);
      await computeAll();
    }
  }
});

const runs = Array.from({ length: isDeep ? 150 : 3 }, (_, run) => run);

test.each(runs)("visitors of any period are those of its visits, in any order of what happens: %d", async (run) => {
  const draw = createRandom(`days ${run}`);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(draw() * items.length)] as Item;
  const [first, time] = pick(places);
  let zone: string = first;
  await setZone(zone);
  const now = Date.parse(time);
  vi.setSystemTime(now);
  const length = 6 + Math.floor(draw() * 5);
  const list = () => listDays({ from: now - length * day, to: now }, zone);
  const people = Array.from({ length: 5 }, (_, index) => `${run}-${index}`);
  const visits: SentVisit[] = [];
  const make = (): SentVisit => {
    const at = Math.floor(now - draw() * length * day);
    const visit = { visitor: pick(people), at, id: makeVisitId(at, draw) };
    visits.push(visit);
    return visit;
  };
  const deeds: (() => Promise<unknown>)[] = [
    () => deliver(...Array.from({ length: 6 }, () => tell(make(), draw() < 0.15 ? 0 : 1))),
    () => deliver(tell(make(), 1)),
    () => deliver(reject(Math.floor(now - draw() * length * day))),
    // What has come before, and its second view, or the views of a program.
    () => (visits.length > 0 ? deliver(tell(pick(visits), pick([0, 1, 2, 35]))) : Promise.resolve()),
    () => (visits.length > 0 && draw() < 0.5 ? deliver(tell(pick(visits), 35)) : Promise.resolve()),
    () => refreshVisits(db),
    () => rollDays(db),
    () => rollDays(db),
    async () => {
      const { from, to } = pick(list().slice(0, -1));
      await runBatch(db, rollDay(db, { from, to, zone, first: now - 20 * day, oldest: 0 }));
    },
    async () => {
      if (draw() < 0.4) await deliver({ kind: "erasure", visitor_id: pick(people), erased_at: now });
    },
    async () => {
      if (draw() > 0.15) return;
      zone = pick(places)[0];
      await setZone(zone);
      await db.deleteFrom("rolled_days").execute();
    },
  ];
  for (let turn = 0; turn < 40; turn += 1) {
    await pick(deeds)();
    if (turn % 4 !== 3) continue;
    const days = list();
    const asked = (["day", "week", "month"] as const).map((interval) => {
      const from = Math.floor(draw() * days.length);
      const to = from + Math.floor(draw() * (days.length - from));
      return { period: { from: days[from]?.from ?? 0, to: days[to]?.to ?? 0 }, interval };
    });
    await expectSums(asked, zone);
  }
  // Nothing stays of anybody who is erased, neither in lists nor in sums of days that are over.
  await deliver(...people.map((visitor_id) => ({ kind: "erasure", visitor_id, erased_at: now }) as const));
  await computeAll();
  const today = list().at(-1)?.from ?? now;
  const left = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM visitors) + (SELECT count(*) FROM visits)
       + (SELECT count(*) FROM daily_returns WHERE day < ?1 AND visitors > 0)
       + (SELECT count(*) FROM daily_figures WHERE day < ?1 AND visitors > 0) AS count`,
  ).bind(today);
  expect(await left.first()).toEqual({ count: 0 });
  await setZone("UTC");
});
