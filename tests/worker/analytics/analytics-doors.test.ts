/** Records and erasures through the Worker's own doors: `fetch`, `queue` and `scheduled`. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import { day } from "#shared/dates/durations.ts";
import { buildPrivacyTables } from "#app/site/legal/build-privacy-tables.server.ts";
import { longestDelay, tombstoneLife } from "#worker/analytics/lifetimes.ts";
import { openDb } from "#worker/db/client.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { subjects } from "#worker/subjects.ts";
import { isDeep } from "#tests/runs.ts";
import { deliver, makeViews, openWorker, runHourly } from "./analytics-doors-make.ts";
import { countRows, makeRecord } from "./analytics-make.ts";

test("ten uploads that straddle an erasure, and their replays, leave nothing whatever order the queue has", async () => {
  const views = makeViews(10);
  const order = fc.record({
    erasedAfter: fc.nat(10),
    shuffle: fc.array(fc.nat(), { minLength: 42, maxLength: 42 }),
    size: fc.integer({ min: 1, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(order, async ({ erasedAfter, shuffle, size }) => {
      const { sent, store, erase } = openWorker();
      const visitor_id = crypto.randomUUID();
      const tabs = views.map((view) => makeRecord({ visitor_id, page_views: [view] }));
      const uploads = tabs.map((record) => () => store(record));
      const racers = uploads.toSpliced(erasedAfter, 0, () => erase(visitor_id));
      expect(new Set(await Promise.all(racers.map((race) => race())))).toEqual(new Set([204]));
      for (const record of tabs) await store(record);
      const twice = [...sent, ...sent].map((body, index) => ({ body, place: shuffle[index] ?? 0 }));
      const bodies = twice.toSorted((one, other) => one.place - other.place).map(({ body }) => body);
      while (bodies.length > 0) await deliver(bodies.splice(0, size));
      expect(await countRows()).not.toHaveProperty("visitors");
      expect(await countRows()).not.toHaveProperty("visits");
    }),
    { numRuns: isDeep ? 40 : 4 },
  );
});

test("a record that is sent again minutes after its erasure is not stored again", async () => {
  const { sent, store, erase } = openWorker();
  const record = makeRecord();
  const start = Date.now();
  await store(record);
  await erase(record.visitor_id);
  await deliver(sent.splice(0));
  vi.setSystemTime(start + 600_000);
  expect(await store(record)).toBe(204);
  await deliver(sent);
  expect(await countRows()).toEqual({ consent_records: 1, erased_visitors: 1 });
});

test("what is kept of an erased number tells nobody who holds the number that it was erased", async () => {
  const { sent, erase } = openWorker();
  const { visitor_id } = makeRecord();
  await erase(visitor_id);
  await deliver(sent);
  const row = await openDb(env.DB).selectFrom("erased_visitors").selectAll().executeTakeFirstOrThrow();
  expect(row.visitor_hash).not.toBe(await hashText(visitor_id));
  expect(JSON.stringify(row)).not.toContain(visitor_id);
});

test("a tombstone stands until nothing can come after it, then the hourly job takes it, and still nothing returns", async () => {
  const { sent, store, erase } = openWorker();
  const start = Date.now();
  // The clock of the device is nearly a day ahead, so that its records are taken for nearly two days.
  const ahead = start + day - 60_000;
  const at = new Date(ahead).toISOString();
  const record = makeRecord({ chosen_at: at, first_visit: at, page_views: makeViews(1, { before: ahead }) });
  const withoutViews = { ...record, page_views: [] };
  const { chosen_at: _, ...withoutChoice } = withoutViews;
  await erase(record.visitor_id);
  await deliver(sent.splice(0));

  const last = start + 2 * day - 120_000;
  vi.setSystemTime(last);
  for (const copy of [record, withoutViews, withoutChoice]) expect(await store(copy)).toBe(204);
  const late = sent.splice(0);
  vi.setSystemTime(last + longestDelay);
  await runHourly();
  await deliver(late);
  expect(await countRows()).toMatchObject({ erased_visitors: 1 });
  expect(await countRows()).not.toHaveProperty("visitors");

  vi.setSystemTime(start + tombstoneLife + 60_000);
  await runHourly();
  expect(await countRows()).not.toHaveProperty("erased_visitors");
  await deliver(late);
  for (const copy of [record, withoutViews, withoutChoice]) expect(await store(copy)).toBe(400);
  await deliver(sent);
  expect(await countRows()).not.toHaveProperty("visitors");
  expect(await countRows()).not.toHaveProperty("visits");
});

test("the privacy policy names the life of a tombstone", () => {
  const days = `${tombstoneLife / day} days`;
  const erasure = privacyPolicy.sections.find(({ id }) => id === "changing-your-mind");
  expect(erasure?.paragraphs.join(" ")).toContain(days);
  expect(
    buildPrivacyTables(subjects, env)
      .terms.rows.find(([data]) => /erased number/.test(data ?? ""))
      ?.join(" "),
  ).toContain(days);
});
