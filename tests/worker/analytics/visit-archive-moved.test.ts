/** Days that the archive alone has: beside those of another zone, while they come back, and in what programs and files say. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, minute } from "#shared/dates/durations.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { archiveVisits } from "#worker/analytics/archive/archive-visits.ts";
import { claimDay, endClaim } from "#worker/analytics/archive/archived-days.ts";
import { emptyMoved } from "#worker/analytics/archive/move-out.ts";
import { openArchive } from "#worker/analytics/archive/open-archive.ts";
import { restoreDay } from "#worker/analytics/archive/restore-day.ts";
import { deleteUnusedWordsAtNight } from "#worker/analytics/delete-words.ts";
import { exportFigures } from "#worker/analytics/export-figures.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { changeAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { askFigures, askReport } from "#worker/analytics/programs/ask-figures.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { readVisitId } from "#worker/analytics/visit-key.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { computeAll, plan, setZone } from "./figures-make.ts";
import { makeAccount } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { emptyArchives } from "./visit-archive-make.ts";

const db = openDb(env.DB);
const zone = "Europe/Berlin";
const on = { VISIT_ARCHIVE: "r2", VISITS_MOVE_OUT_DAYS: "35" };
/** November is over for 35 days, and leaves. */
const movedUntil = Date.parse("2025-11-30T23:00Z");
const firstDay = (at: string, place: string) => listDays({ from: Date.parse(at), to: Date.parse(at) + 1 }, place)[0];

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-01-07T12:00Z"), toFake: ["Date"] });
  await emptyArchives();
  await setZone(zone);
});

async function storeAndMove() {
  const from = firstDay("2025-11-26T12:00Z", zone)?.from ?? 0;
  const visits = plan({ from, to: Date.now() - day, views: isDeep ? 400 : 300, zone });
  await storeVisits(db, visits);
  await computeAll();
  for (let run = 0; run < 4; run += 1) await archiveVisits(db, makeWholeScope(on));
  const left = await db.selectFrom("visits").select("started_at").orderBy("started_at").executeTakeFirstOrThrow();
  expect(left.started_at).toBeGreaterThanOrEqual(movedUntil);
  return visits;
}

/** What lies between the last day that has moved and the next one of the zone has another date than that day, or the same. */
const zones = isDeep ? ["Asia/Tokyo", "America/New_York"] : ["America/New_York"];
test.each(zones)("another zone loses no visitor when more days move: %s @ci", async (next) => {
  const visits = await storeAndMove();
  const { id } = await makeAccount({ roles: ["super_admin"] });
  const { version } = await db.selectFrom("analytics_settings").select("version").executeTakeFirstOrThrow();
  await changeAnalyticsZone(db, { zone: next, version }, { actor: id, requestId: "request" });
  await computeAll();
  const period = {
    from: firstDay("2025-11-30T12:00Z", next)?.from ?? 0,
    to: firstDay("2025-12-31T12:00Z", next)?.from ?? 0,
  };
  const read = async () => {
    const asked = { zone: next, previous: null, interval: "month", filters: [], panels: [], period } as const;
    return (await readFigures(db, asked, Date.now())).totals;
  };
  const before = await read();
  // Of the days that have moved, those count that begin within the period.
  const first = movedUntil - day >= period.from ? movedUntil - day : movedUntil;
  const present = visits.filter(({ at }) => at >= first && at < period.to);
  expect([before.visits, before.visitors]).toEqual([
    present.length,
    new Set(present.map(({ visitorId }) => visitorId)).size,
  ]);
  vi.setSystemTime(Date.now() + 40 * day);
  // Days of the former zone have the dates of those that are stored, until they are deleted: no run fails.
  for (let run = 0; run < 9; run += 1) {
    await archiveVisits(db, makeWholeScope(on));
    vi.setSystemTime(Date.now() + 5 * minute);
  }
  const behind = db
    .selectFrom("archived_days")
    .select("name")
    .where("day", ">=", movedUntil)
    .where("day", "<", period.to);
  const states = await behind.select(["moved_at", "is_emptied"]).execute();
  expect(states.length).toBeGreaterThan(28);
  expect(states.filter(({ moved_at, is_emptied }) => moved_at === null || is_emptied === 0)).toEqual([]);
  expect(await read()).toEqual(before);
});

test("an erasure from a day that was brought back takes no visitor from the days around it", async () => {
  const visits = await storeAndMove();
  const [second, third] = [firstDay("2025-11-27T12:00Z", zone), firstDay("2025-11-28T12:00Z", zone)];
  await restoreDay(db, (sink) => openArchive(env, sink), "2025-11-27");
  const own = Map.groupBy(visits, ({ visitorId }) => visitorId);
  const gone = visits.find(
    ({ at, visitorId }) => at >= (second?.from ?? 0) && at < (third?.from ?? 0) && own.get(visitorId)?.length === 1,
  );
  const period = { from: firstDay("2025-11-26T12:00Z", zone)?.from ?? 0, to: Date.now() };
  const read = async (interval: "day" | "week") => {
    const asked = { zone, previous: null, interval, filters: [], panels: [], period } as const;
    const { totals, series } = await readFigures(db, asked, Date.now());
    return { visits: totals.visits, visitors: [totals, ...series].map(({ visitors }) => visitors) };
  };
  const before = await read("week");
  const erasure = { kind: "erasure", visitor_id: gone?.visitorId ?? "", erased_at: Date.now() } as const;
  await writeMessages(db, [erasure], makeWholeScope(on));
  const after = await read("week");
  const [all = 0, first = 0, ...rest] = before.visitors;
  expect(after).toEqual({ visits: before.visits - 1, visitors: [all - 1, first - 1, ...rest] });
  expect((await read("day")).visitors[0]).toBe(all - 1);
  // The archive hears of it.
  for (let run = 0; run < 2; run += 1) await archiveVisits(db, makeWholeScope(on));
  const { stored_revision, revision } = await db
    .selectFrom("archived_days")
    .select(["stored_revision", "revision"])
    .where("name", "=", "2025-11-27")
    .executeTakeFirstOrThrow();
  expect(stored_revision).toBe(revision);
});

test("goals know of visits that have moved; programs and files say what they do not know", async () => {
  const visits = await storeAndMove();
  const sent = visits[0];
  const key = readVisitId(sent?.id ?? "");
  await db
    .insertInto("conversions")
    .values({ at: sent?.at ?? 0, goal: "enquiry", ...key } as never)
    .execute();
  const { id } = await makeAccount({ roles: ["super_admin"] });
  const asker = { user: id as AccountId, at: Date.now(), fixedFunnels: [] };
  const days = { range: "90", from: "", to: "", compare: "none", interval: null } as const;
  const rows = {
    metrics: [],
    panels: [],
    funnel: null,
    goalSources: null,
    split: "source",
    limit: 9,
    offset: 0,
  } as const;
  const country = [{ dimension: "country", is: true, values: ["DE"] }] as const;
  const ask = { ...days, ...rows, filters: [], report: null };
  const whole = await askFigures(db, ask, asker);
  expect(whole.goals[0]).toMatchObject({ done: 1, known: 1 });
  const begins = new Date(movedUntil).toISOString();
  const answers = [
    whole,
    await askFigures(db, { ...ask, filters: country }, asker),
    await askFigures(db, { ...ask, goalSources: "enquiry" }, asker),
    await askReport(db, { ...ask, report: "cohorts" }, asker),
    await askReport(db, { ...ask, report: "cohorts", filters: country }, asker),
    await askReport(db, { ...ask, report: "not-found" }, asker),
    await askFigures(db, { ...ask, range: "7", filters: country }, asker),
  ];
  expect(answers.map(({ visits_from }) => visits_from)).toEqual([null, begins, begins, null, begins, begins, null]);
  const query = { period: { from: 0, to: 1 }, filters: [] };
  const read = async () => ({ heads: ["Day", "Visits"], rows: [["one", "1"]], note: "It begins later." });
  const file = await exportFigures(db, { actor: asker.user, of: "time", toQuery: () => query, read }, makeWholeScope());
  expect(await new Response(file).text()).toContain('"one","1"\r\n"It begins later.",""\r\n');
});

/** A database in which something happens before each batch. */
function openBefore(work: () => Promise<unknown>) {
  return openDb({
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => (await work(), env.DB.batch(statements)),
  } as unknown as D1Database);
}

test("what comes back loses neither rows nor words, and counts only if it is what has moved", async () => {
  await storeAndMove();
  const { day: start, ends } = await db
    .selectFrom("archived_days")
    .select(["day", "ends"])
    .where("name", "=", "2025-11-30")
    .executeTakeFirstOrThrow();
  const count = async () =>
    (
      await db
        .selectFrom("visits")
        .select("visit_no")
        .where("started_at", ">=", start)
        .where("started_at", "<", ends)
        .execute()
    ).length;
  const open = () => openArchive(env, "r2");
  const all = await restoreDay(db, open, "2025-11-30");
  expect([await count(), all > 0]).toEqual([all, true]);
  // The job has listed the day, then somebody begins to bring it back.
  await db.updateTable("archived_days").set({ moved_at: 1, is_emptied: 0 }).where("day", "=", start).execute();
  let claim: Awaited<ReturnType<typeof claimDay>> = null;
  await emptyMoved(openBefore(async () => (claim ??= await claimDay(db, start))));
  const state = db.selectFrom("archived_days").select(["is_emptied", "moved_at"]).where("day", "=", start);
  expect([await count(), await state.executeTakeFirst()]).toEqual([all, { is_emptied: 0, moved_at: 1 }]);
  const release = async () => claim && (await endClaim(db, claim).execute());
  await release();
  await db
    .updateTable("visits")
    .set({ views: 99 })
    .where("started_at", ">=", start)
    .where("started_at", "<", ends)
    .execute();
  await expect(restoreDay(db, open, "2025-11-30")).rejects.toThrow("D1 has other visits of 2025-11-30");
  expect(await state.executeTakeFirst()).toEqual({ is_emptied: 0, moved_at: 1 });

  // Words go neither while a day comes back nor if one did while they were looked for.
  vi.setSystemTime(Date.parse("2026-01-08T03:00Z"));
  await db.insertInto("dimension_values").values({ dimension: "path", value: "/nowhere" }).execute();
  claim = await claimDay(db, start);
  expect(await deleteUnusedWordsAtNight(db)).toEqual({ words: 0 });
  await release();
  vi.setSystemTime(Date.now() + minute);
  const meets = openBefore(async () => {
    claim = await claimDay(db, start);
    await release();
  });
  expect(await deleteUnusedWordsAtNight(meets)).toEqual({ words: 0 });
  vi.setSystemTime(Date.now() + minute);
  expect((await deleteUnusedWordsAtNight(db))?.words).toBeGreaterThan(0);
});
