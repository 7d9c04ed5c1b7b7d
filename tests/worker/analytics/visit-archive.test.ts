/** Days of visits in a bucket and in databases of their years, as the jobs keep them: docs/visit-archive.md. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { drawBytes } from "#tests/draw.ts";
import { isDeep } from "#tests/runs.ts";
import { archiveVisits } from "#worker/analytics/archive/archive-visits.ts";
import { selectArchiveTrouble } from "#worker/analytics/archive/health.ts";
import { openArchive } from "#worker/analytics/archive/open-archive.ts";
import { openR2Archive } from "#worker/analytics/archive/r2-archive.ts";
import { restoreDay } from "#worker/analytics/archive/restore-day.ts";
import { type Sink, sinks, visitsPerPage } from "#worker/analytics/archive/types.ts";
import { verifyDays } from "#worker/analytics/archive/verify-days.ts";
import { forgetLostVisits } from "#worker/analytics/conversions.ts";
import { eraseVisitors } from "#worker/analytics/erase-visitors.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { hashToNumber, readVisitId } from "#worker/analytics/visit-key.ts";
import { changeAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { computeAll, plan, setZone } from "./figures-make.ts";
import { makeAccount } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { breakOnce, emptyArchives, readArchive, readExpected, runJobs } from "./visit-archive-make.ts";
import { readVisits } from "./visits-make.ts";

const db = openDb(env.DB);
const zone = "Europe/Berlin";

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-01-04T12:00Z"), toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation(() => {});
  await emptyArchives();
  await setZone(zone);
});

/** Stores the traffic of the last days, today not included. */
async function storeLast(days: number, views: number) {
  const [first, last] = [Date.now() - days * day, Date.now() - day];
  const span = { from: listDays({ from: first, to: last }, zone)[0]?.from ?? first, to: last };
  const visits = plan({ ...span, views, zone });
  await storeVisits(db, visits);
  await computeAll();
  return visits;
}

async function erase(visitorId: string) {
  await runBatch(db, await eraseVisitors(db, [visitorId], "request"));
}

async function expectInStep(sink: Sink, about: string) {
  const expected = await readExpected();
  expect(await readArchive(sink), about).toEqual(expected);
  const behind = await db
    .selectFrom("archived_days")
    .selectAll()
    .where(({ eb, ref }) => eb("stored_revision", "is not", ref("revision")))
    .execute();
  expect(behind, about).toEqual([]);
  return expected;
}

test.each(sinks)(
  "the archive has each day as it is, after late visits, erasures, another zone and the term: %s",
  async (sink) => {
    const on = { VISIT_ARCHIVE: sink };
    const visits = await storeLast(6, 150);
    await runJobs(on);
    const first = await expectInStep(sink, "stored");
    // Over the turn of the year: two databases.
    const dates = ["2025-12-29", "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03"];
    expect(Object.keys(first)).toEqual(dates);
    expect(Object.values(first).flat()).toHaveLength(visits.length);

    const late = plan({ from: visits[0]?.at ?? 0, to: (visits[0]?.at ?? 0) + hour, views: 20, zone, seed: "late" });
    await storeVisits(db, late);
    await runJobs(on);
    const second = await expectInStep(sink, "late");
    expect(Object.values(second).flat()).toHaveLength(visits.length + late.length);

    const gone = visits.find(({ isFirst }) => isFirst)?.visitorId ?? "";
    const key = await hashToNumber(gone);
    expect(JSON.stringify(second)).toContain(key);
    await erase(gone);
    await runJobs(on);
    expect(JSON.stringify(await expectInStep(sink, "erased"))).not.toContain(key);

    const { id } = await makeAccount({ roles: ["super_admin"] });
    const { version } = await db.selectFrom("analytics_settings").select("version").executeTakeFirstOrThrow();
    await changeAnalyticsZone(db, { zone: "Pacific/Auckland", version }, { actor: id, requestId: "request" });
    await computeAll();
    await runJobs(on);
    expect(Object.keys(await expectInStep(sink, "another zone")).length).toBeGreaterThan(5);

    // A day goes with its first visit's term, and all of them where the archive is switched off.
    const [oldest] = Object.keys(await readArchive(sink));
    const { day: start } = await db.selectFrom("archived_days").select("day").orderBy("day").executeTakeFirstOrThrow();
    vi.setSystemTime(start + readLength(terms.visits) + minute);
    await archiveVisits(db, makeWholeScope(on));
    expect(Object.keys(await readArchive(sink))).not.toContain(oldest);
    await runJobs({});
    expect(await readArchive(sink)).toEqual({});
    expect(await db.selectFrom("archived_days").select("day").execute()).toEqual([]);
  },
);

/** Visits and events that began within a span, in words; the network's hash serves for one day and is not archived. */
async function readRowsOf({ day: start, ends }: { day: number; ends: number }) {
  const [visits, events] = (await readVisits()) as [{ started_at: number }[], { started_at: number }[]];
  const isOf = ({ started_at }: { started_at: number }) => started_at >= start && started_at < ends;
  return [visits.filter(isOf), events.filter(isOf)];
}

test("days that have moved keep their figures; erasures reach them; they come back as they were", async () => {
  vi.setSystemTime(Date.parse("2026-01-07T12:00Z"));
  const visits = await storeLast(42, 300);
  const on = { VISIT_ARCHIVE: "r2", VISITS_MOVE_OUT_DAYS: "35" };
  const open = (sink: Sink) => openArchive(env, sink);
  // November is over for more than 35 days, December is not.
  const period = { from: Date.parse("2025-10-31T23:00Z"), to: Date.parse("2025-11-30T23:00Z") };
  const november = { day: period.from, ends: period.to };
  const readNovember = async () => {
    const ask = { zone, previous: null, interval: "month", filters: [], panels: ["page", "source", "search"] } as const;
    const { totals, series, panels } = await readFigures(db, { ...ask, period }, Date.now());
    return { totals, series, panels };
  };
  const [figures, rows] = [await readNovember(), await readRowsOf(november)];
  for (let run = 0; run < 3; run += 1) await archiveVisits(db, makeWholeScope(on));
  const moved = await db
    .selectFrom("archived_days")
    .select("name")
    .where("is_emptied", "=", 1)
    .orderBy("day")
    .execute();
  const names = moved.map(({ name }) => name);
  expect([names[0], names.at(-1)]).toEqual(["2025-11-26", "2025-11-30"]);
  expect(await readRowsOf(november)).toEqual([[], []]);
  expect(await readNovember()).toEqual(figures);

  // They come back as they were, twice over, and stay for a while; then they go again.
  for (const name of [...names, ...names]) await restoreDay(db, open, name);
  await archiveVisits(db, makeWholeScope(on));
  expect(await readRowsOf(november)).toEqual(rows);
  vi.setSystemTime(Date.now() + 31 * day);
  await archiveVisits(db, makeWholeScope(on));
  expect(await readRowsOf(november)).toEqual([[], []]);

  // An erasure finds the visitor there, and what somebody sought on that day goes.
  const gone = visits.find(({ isFirst }) => isFirst);
  const key = await hashToNumber(gone?.visitorId ?? "");
  expect(JSON.stringify(await readArchive("r2"))).toContain(key);
  const conversion = { at: gone?.at ?? 0, goal: "enquiry", ...readVisitId(gone?.id ?? "") } as const;
  await db.insertInto("conversions").values(conversion).execute();
  await forgetLostVisits(db);
  expect(await db.selectFrom("conversions").select("started_at").execute()).toEqual([{ started_at: gone?.at }]);
  await erase(gone?.visitorId ?? "");
  await expect(restoreDay(db, open, names.at(-1) ?? "")).rejects.toThrow("has changed");
  await archiveVisits(db, makeWholeScope(on));
  expect(JSON.stringify(await readArchive("r2"))).not.toContain(key);
  expect(await db.selectFrom("archive_erasures").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("conversions").select("started_at").execute()).toEqual([{ started_at: null }]);

  // Days of another zone leave the sums of those that have moved alone.
  const sums = () =>
    db
      .selectFrom("daily_figures")
      .selectAll()
      .where("day", "<", period.to - 2 * day)
      .execute();
  const before = await sums();
  const { id } = await makeAccount({ roles: ["super_admin"] });
  const { version } = await db.selectFrom("analytics_settings").select("version").executeTakeFirstOrThrow();
  await changeAnalyticsZone(db, { zone: "Asia/Tokyo", version }, { actor: id, requestId: "request" });
  await computeAll();
  expect((await sums()).filter(({ day: start }) => before.some((each) => each.day === start))).toEqual(before);
  expect(await restoreDay(db, open, names[0] ?? "")).toBeGreaterThan(0);
});

/** Every call that a run of the job makes fails once, before or after it was done; the next run sets it right. */
test.each(sinks)(
  "a run that breaks off anywhere leaves nothing that the next one does not set right: %s",
  async (sink) => {
    await storeLast(2, 12);
    const on = { VISIT_ARCHIVE: sink };
    /** All days are to be written anew. */
    const run = async (fault: ReturnType<typeof breakOnce>) => {
      await db.deleteFrom("rolled_days").execute();
      await computeAll();
      await archiveVisits(openDb(fault.bindings.DB as D1Database), makeWholeScope({ ...on, ...fault.bindings })).catch(
        () => {},
      );
      return fault.count();
    };
    const calls = await run(breakOnce({ at: Infinity, when: "before" }));
    expect(calls).toBeGreaterThan(8);
    // Each of them, before and after, in `npm run test:deep`.
    for (let at = 0; at < calls; at += isDeep ? 1 : 6)
      for (const when of isDeep ? (["before", "after"] as const) : ([at % 12 === 0 ? "before" : "after"] as const)) {
        await run(breakOnce({ at, when }));
        vi.setSystemTime(Date.now() + hour);
        await archiveVisits(db, makeWholeScope(on));
        await expectInStep(sink, `${when} ${at}`);
      }
  },
);

test("a day of any size passes in pages: one part of it is held, and nothing of a day that breaks off is there", async () => {
  const bucket = env.VISITS_BUCKET as R2Bucket;
  // What cannot be compressed: it comes again further away than gzip looks back.
  const noise = drawBytes(90_000, "pages");
  let passed = 0;
  async function* pages(count: number, breaks = false) {
    for (passed = 0; passed < count; passed += 1) {
      if (breaks && passed === count - 1) throw new Error("The database is away.");
      yield Array.from({ length: visitsPerPage }, (_, index) => {
        const key = { started_at: "2026-01-01T00:00:00.000Z", visit_no: passed * visitsPerPage + index };
        const from = (key.visit_no % 100) * 900;
        const value = Buffer.from(noise.subarray(from, from + 900)).toString("base64");
        return { ...key, started_at: 0, visitor: "1", text: JSON.stringify({ ...key, visitor: "1", value }) };
      });
    }
  }
  const held: number[] = [];
  const watched = new Proxy(bucket, {
    get(own, name: keyof R2Bucket) {
      if (name !== "createMultipartUpload") return (own[name] as (...values: unknown[]) => unknown).bind(own);
      return async (key: string) => {
        const upload = await own.createMultipartUpload(key);
        return {
          uploadPart: (number: number, part: Uint8Array) => (held.push(passed), upload.uploadPart(number, part)),
          complete: (parts: R2UploadedPart[]) => upload.complete(parts),
          abort: () => upload.abort(),
        };
      };
    },
  });
  const archive = openR2Archive(watched);
  await archive.putDay("2026-01-01", pages(24));
  // Parts of eight MiB: the first left when as many pages had been read as it holds.
  expect(held).toHaveLength(2);
  expect(held[0]).toBeLessThan(20);
  let visits = 0;
  for await (const page of archive.readDay("2026-01-01")) visits += page.length;
  expect(visits).toBe(24 * visitsPerPage);
  await expect(archive.putDay("2026-01-02", pages(20, true))).rejects.toThrow("The database is away.");
  expect(await archive.listDays()).toEqual(["2026-01-01"]);
});

test("operators see a day that is not there, one that differs, and an archive that is not bound", async () => {
  await storeLast(3, 30);
  const on = { VISIT_ARCHIVE: "r2" };
  await archiveVisits(db, makeWholeScope(on));
  const open = (sink: Sink) => openArchive(env, sink);
  const verify = async () => {
    const mistakes: string[] = [];
    for await (const { name, mistake } of verifyDays(db, open))
      if (mistake !== null) mistakes.push(`${name} ${mistake}`);
    return mistakes;
  };
  expect(await verify()).toEqual([]);
  const bucket = env.VISITS_BUCKET as R2Bucket;
  const copy = await (await bucket.get("visits/2026/01/02.ndjson.gz"))?.arrayBuffer();
  await bucket.delete("visits/2026/01/02.ndjson.gz");
  await bucket.put("visits/2025/01/02.ndjson.gz", copy ?? "");
  await db.deleteFrom("visits").where("started_at", ">=", Date.parse("2026-01-02T23:00Z")).execute();
  expect(await verify()).toEqual([
    "2026-01-02 The archive has no whole day 2026-01-02.",
    expect.stringMatching(/^2026-01-03 has 0 visits in D1, and not the \d+ of the archive$/),
    "2025-01-02 is in the archive (r2), and nothing names it",
  ]);
  // Restoring what the archive has not leaves the day as it is.
  await expect(restoreDay(db, open, "2026-01-02")).rejects.toThrow("no whole day");
  expect(await restoreDay(db, open, "2026-01-03")).toBeGreaterThan(0);

  const trouble = async (overrides: Partial<Env> = {}) =>
    (await runBatch(db, [selectArchiveTrouble(db, { ...env, ...overrides })]))[0]?.results.length;
  expect([await trouble(on), await trouble({ VISIT_ARCHIVE: "s3" })]).toEqual([0, 1]);
  expect(await trouble({ VISITS_MOVE_OUT_DAYS: "7" })).toBe(1);
  await db.deleteFrom("rolled_days").execute();
  await computeAll();
  const { VISITS_BUCKET: _, ...unbound } = makeWholeScope(on).env;
  for (let run = 0; run < 3; run += 1) {
    await expect(archiveVisits(db, { env: unbound })).rejects.toThrow("Days of the archive failed.");
    vi.setSystemTime(Date.now() + hour);
  }
  expect(await trouble(on)).toBe(1);
  await archiveVisits(db, makeWholeScope(on));
  expect(await trouble(on)).toBe(0);
});
