/** What an erasure leaves of a visitor, and views that come without a visit. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { deliver, openWorker, runHourly, runOften } from "./analytics-doors-make.ts";
import { countRows, makeRecord } from "./analytics-make.ts";
import { makeVisit, makeVisitId, readVisits } from "./visits-make.ts";

const db = openDb(env.DB);
const lastHour = () => Math.floor(Date.now() / hour) * hour - hour;

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
  const exported = await exportOf(visitor_id);
  expect(exported.visits).toHaveLength(2);
  expect(exported).toMatchObject({
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
  // That it was erased is noted for backups, until their bucket has the note (docs/backup.md).
  const { backup_notes: _, ...tables } = columns;
  for (const [table, names] of Object.entries(tables))
    for (const name of names) {
      const held = `select 1 from ${table} where instr(cast(${name} as text), ?) or instr(cast(${name} as text), ?)`;
      expect(await env.DB.prepare(held).bind(visitor_id, visitor).first(), `${table}.${name}`).toBeNull();
    }
  expect(await countRows()).toMatchObject({ visits: 1, visitors: 1, visit_events: 1, erased_visitors: 1 });
  expect(await db.selectFrom("rolled_days").selectAll().execute()).toEqual([]);
  expect(await exportOf(visitor_id)).toMatchObject({ visitor: null, visits: [] });
  const entries = await db.selectFrom("audit_log").select(["action", "detail", "subject_id"]).execute();
  expect(entries).toEqual([{ action: "visitors.erased", detail: '{"visits":2}', subject_id: null }]);

  // Its words go at night, and whatever a flood has brought; those that others have stay.
  await env.DB.prepare(
    `insert into dimension_values (dimension, value) with recursive numbers(n) as (
      select 1 union all select n + 1 from numbers where n < 60000) select 'path', '/flood-' || n from numbers`,
  ).run();
  vi.setSystemTime(Math.ceil(Date.now() / day) * day + 3.5 * hour);
  await runHourly();
  const words = await db.selectFrom("dimension_values").select("value").where("dimension", "=", "came_from").execute();
  expect(words).toEqual([]);
  expect(
    await db.selectFrom("dimension_values").select("value").where("dimension", "=", "path").execute(),
  ).toHaveLength(1);
});

test("views that come without a visit become visits by gaps of 30 minutes", async () => {
  const start = lastHour();
  const times = [0, 5, 34, 65, 66].map((minutes) => start + minutes * minute);
  const { sent, store } = openWorker();
  const visitor_id = "by-record";
  const views = times.map((at) => ({ url: "/gcc", timestamp: new Date(at).toISOString(), title: "GCC" }));
  for (const shown of [views.slice(0, 2), views, views.slice(1)])
    await store(makeRecord({ visitor_id, first_visit: new Date(start).toISOString(), page_views: shown }));
  for (const body of [...sent, ...sent]) await deliver([body]);
  await runOften();
  const [visits] = (await readVisits()) as [{ views: number; source: string; length_ms: number }[]];
  const found = visits.map(({ views: count, length_ms, source }) => [count, length_ms / minute, source]).toSorted();
  expect(found).toEqual([
    [2, 1, "direct"],
    [3, 34, "news.example"],
  ]);
  expect(await countRows()).toMatchObject({ visitors: 1 });
});
