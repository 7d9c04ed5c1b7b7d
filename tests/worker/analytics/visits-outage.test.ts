/** Failures of each step of a visit, from the collector to its figures: nothing is lost, and nothing counts twice. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { minute, second } from "#shared/dates/durations.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { PlannedVisit } from "../../../scripts/seed/traffic/plan-visits.ts";
import { toMessages } from "../../../scripts/seed/traffic/write-messages.ts";
import { countRows, silenceErrors } from "./analytics-make.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { allPanels, expectTruth, plan } from "./figures-make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";
import { worker } from "../built-worker.ts";
import { forgetfulDb, openSlowQueue, runOften } from "../queue-make.ts";

const db = openDb(env.DB);
const start = Date.parse("2026-11-20T12:00Z");
const views = isDeep ? 12_000 : 300;

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  silenceErrors();
});

const away = breakBinding("DB").DB;

/** Visits that all begin within these minutes, and go on as long as they like. */
function planMinutes(minutes: number, views: number): PlannedVisit[] {
  const draw = createRandom("outage");
  const today = listDays({ from: start, to: start + 1 }, "UTC")[0];
  if (!today) throw new Error("There is no such day.");
  return Array.from(plan({ ...today, views, zone: "UTC", seed: "outage" }), (visit) => {
    const at = start + Math.floor(draw() * minutes * minute);
    const time = at.toString(16).padStart(12, "0");
    return { ...visit, at, id: `${time.slice(0, 8)}-${time.slice(8)}${visit.id.slice(13)}` };
  });
}

/**
 * Minute 2 to 12: D1 is away. Then for two minutes every other batch is stored without an answer. The queue itself is away
 * for half a minute, while D1 is: the collector cannot take anything, and trackers try again a minute later.
 */
function findFault(at: number) {
  const since = (at - start) / minute;
  const isD1Away = since >= 2 && since < 12;
  return { isD1Away, isQueueAway: since >= 5 && since < 5.5, isForgetful: since >= 12 && since < 14 };
}

test(
  "D1 is away for ten minutes under load: nothing is lost, nothing doubled @ci",
  async () => {
    const visits = planMinutes(14, views);
    const posts = visits
      .flatMap((visit) =>
        Array.from(toMessages(visit), (sent) => ({ ...sent, at: sent.receivedAt, address: makeAddress() })),
      )
      .toSorted((one, other) => one.at - other.at);
    expect(posts.length).toBeGreaterThan(1.3 * views);
    const draw = createRandom("queue");
    const slow = openSlowQueue(draw);
    const refused = { times: 0 };
    let steps = 0;
    while (posts.length > 0 || slow.waiting.length > 0) {
      const now = Math.max(
        Date.now() + 5 * second,
        Math.min(posts[0]?.at ?? Infinity, ...slow.waiting.map(({ due }) => due)),
      );
      vi.setSystemTime(now);
      const fault = findFault(now);
      slow.state.isAway = fault.isQueueAway;
      const DB = fault.isD1Away ? away : env.DB;
      const later = posts.findIndex(({ at }) => at > now);
      for (const post of posts.splice(0, later < 0 ? posts.length : later)) {
        const status = await collect(post.message, { ...post, bindings: { DB, VISITOR_QUEUE: slow.queue } });
        expect(status).toBe(fault.isQueueAway ? 503 : 204);
        if (status === 503) refused.times += 1;
        if (status === 503 || draw() < 0.05) posts.push({ ...post, at: now + minute });
      }
      posts.sort((one, other) => one.at - other.at);
      steps += 1;
      await slow.work(fault.isD1Away ? away : fault.isForgetful && steps % 2 === 0 ? forgetfulDb : env.DB);
    }
    expect(slow.dead).toEqual([]);
    expect(refused.times).toBeGreaterThan(5);
    expect(slow.state.retried).toBeGreaterThan(0.6 * views);
    for (let runs = 0; runs < 3; runs += 1) await runOften();
    const [today] = listDays({ from: start, to: start + 1 }, "UTC");
    const period = today ?? { from: 0, to: 0 };
    await expectTruth(
      visits,
      { zone: "UTC", period, previous: null, interval: "hour", filters: [], panels: allPanels },
      "after the outage",
    );
    const counts = await countRows();
    expect([counts["visits"], counts["visit_events"]]).toEqual([
      visits.length,
      visits.reduce((sum, { steps: own }) => sum + own.length, 0),
    ]);
    expect(await db.selectFrom("failed_messages").select("id").execute()).toEqual([]);
  },
  10 * minute,
);

interface Door {
  userAgent: string;
  country: string;
  address: string;
  bindings: Partial<Env>;
}

/** Posts to the collector of the built Worker, as a browser in this country does. */
async function collect(message: object, { userAgent, country, address, bindings }: Door): Promise<number> {
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": userAgent,
    Origin: siteOrigin,
    "CF-Connecting-IP": address,
  };
  const body = JSON.stringify(message);
  const request = new Request(`${siteOrigin}/api/collect`, { method: "POST", headers, body, cf: { country } as never });
  const ctx = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...bindings }, ctx);
  await waitOnExecutionContext(ctx);
  return response.status;
}
