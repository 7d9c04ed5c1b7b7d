/** Days, weeks and months of the site's zone: the same figures rolled and from the visits, wherever clocks change. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { listDays, listMonths } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import type { FiguresQuery, Interval } from "#worker/analytics/figures/types.ts";
import { changeAnalyticsZone, readAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { openDb } from "#worker/db/client.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { askLast, computeAll, expectTruth, plan, setZone } from "./figures-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
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

/** In `npm test` those in which clocks change in one direction. */
const tried = windows.filter(([, start]) => isDeep || !/-(10-30|04-03)$/.test(start));

test.each(tried)("in %s the figures from %s on are the same rolled and from the visits", async (zone, start) => {
  await setZone(zone);
  const from = listDays({ from: Date.parse(start), to: Date.parse(start) + 1 }, zone)[0]?.from ?? 0;
  vi.setSystemTime(from + 9 * day + 3 * hour);
  const { query, from: first, to } = askLast(8, zone);
  const visits = plan({ from: first, to, views: isDeep ? 20_000 : 150, zone });
  await storeVisits(db, visits);
  const intervals: Interval[] = ["hour", "day", "week", "month"];
  const months = listMonths(query.period, zone)[0];
  const asked: FiguresQuery[] = [
    ...intervals.map((interval) => Object.assign({}, query, { interval })),
    ...(months ? [{ ...query, period: months, interval: "month" as const }] : []),
  ];
  for (const one of asked) await expectTruth(visits, one, "raw");
  const days = await computeAll();
  expect(days).toBeGreaterThan(6);
  for (const one of asked) await expectTruth(visits, one, "rolled");
  // Every other day is open again, as late visits leave them.
  await env.DB.prepare(
    "DELETE FROM rolled_days WHERE day IN (SELECT day FROM rolled_days ORDER BY day LIMIT 99 OFFSET 3)",
  ).run();
  for (const one of asked) await expectTruth(visits, one, "half rolled");
  await setZone("UTC");
});

test("another zone gives the days anew, with an entry in the audit log", async () => {
  const actor = (await makeAccount()).id;
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
