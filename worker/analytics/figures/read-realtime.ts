import { type Compilable, sql } from "kysely";
import { day, hour, minute, second } from "#shared/dates/durations.ts";
import { type Db, openDb, readRow, runBatch } from "#worker/db/client.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

/** Who is there now, from events that came within seconds. */
export interface Realtime {
  /** Visitors with an event in the last five minutes. */
  now: number;
  /** Views of each of the last 30 minutes, the oldest first. */
  minutes: number[];
  /** Where the visitors of the last five minutes are. */
  pages: { path: string; visitors: number }[];
}

const shownMinutes = 30;
const presentMinutes = 5;
const listedPages = 10;

/** For how long an answer holds in an isolate, however many pages are open. */
const freshness = 8 * second;

/** Each a JSON list, but for the number of visitors. */
interface RealtimeRow {
  /** The number of a minute, from 0 for the first that is shown, and how many views were in it. */
  minutes: string;
  /** Path, and how many visitors are there. */
  pages: string;
  total: number;
}

/** Answers and not promises: a request that is cancelled would leave the others waiting. */
let latest = new WeakMap<D1Database, { at: number; found: Realtime }>();
onNewIsolate(() => {
  latest = new WeakMap();
});

/** The latest answer, and in how many milliseconds there may be another one. `now` is in epoch milliseconds. */
export async function readRealtimeOnce(d1: D1Database, now: number): Promise<{ found: Realtime; wait: number }> {
  const known = latest.get(d1);
  if (known && now >= known.at && now < known.at + freshness)
    return { found: known.found, wait: known.at + freshness - now };
  const found = await readRealtime(openDb(d1), now);
  latest.set(d1, { at: now, found });
  return { found, wait: freshness };
}

/** Who is there now, of events as they have come. One query. */
export async function readRealtime(db: Db, now: number): Promise<Realtime> {
  const query = selectRealtime(db, now);
  const [result] = await runBatch(db, [query]);
  return toRealtime(query, result);
}

/** What the answer to `selectRealtime` says. */
export function toRealtime(query: ReturnType<typeof selectRealtime>, result: D1Result | undefined): Realtime {
  const row = readRow(query, result);
  const counts = new Map(JSON.parse(row.minutes) as [minute: number, count: number][]);
  const pages = JSON.parse(row.pages) as [path: string, visitors: number][];
  return {
    now: row.total,
    minutes: Array.from({ length: shownMinutes }, (_, index) => counts.get(index) ?? 0),
    pages: pages.map(([path, visitors]) => ({ path, visitors })),
  };
}

/**
 * Events of the last minutes are of visits that began within two hours, or that have gone on for more than one: a visit ends
 * after 30 minutes without a sign, so one that is older had signs for longer than that before. Its row says so, or its hour
 * is among those that are still to be computed. Clocks of devices may be a minute ahead. The path beside max() is that of
 * the latest event.
 */
export function selectRealtime(db: Db, now: number): Compilable<RealtimeRow> {
  const at = sql`(visit_events.started_at + visit_events.at_ms)`;
  const [first, recent] = [now - shownMinutes * minute, now - 2 * hour];
  const columns = sql`visits.started_at, visits.visit_no, visits.visitor`;
  // D1 binds numbers as doubles, so the quotient has a fraction.
  const query = sql<RealtimeRow>`with live(started_at, visit_no, visitor) as materialized (
      select ${columns} from visits where started_at >= ${recent} and started_at < ${now + minute}
      union
      select ${columns} from visits where visits.length_ms > ${sql.lit(hour)} and started_at >= ${now - day}
        and started_at < ${recent} and started_at + length_ms >= ${first}
      union
      select ${columns} from stale_hours cross join visits
        on visits.started_at >= stale_hours.hour and visits.started_at < stale_hours.hour + ${sql.lit(hour)}
      where stale_hours.hour > ${now - day - hour} and visits.started_at < ${recent}),
    seen(started_at, visit_no, visitor, kind, path, at) as materialized (
      select live.started_at, live.visit_no, live.visitor, visit_events.kind, visit_events.path, ${at}
      from live cross join visit_events
        on visit_events.started_at = live.started_at and visit_events.visit_no = live.visit_no
      where ${at} >= ${first} and ${at} < ${now + minute}),
    viewed(minute, times) as (
      select cast(min((at - ${first}) / ${sql.lit(minute)}, ${sql.lit(shownMinutes - 1)}) as integer), count(*)
      from seen where kind = 1 group by 1),
    present(visitor, path, at) as materialized (
      select visitor, path, max(at) from seen where at >= ${now - presentMinutes * minute} and exists (
        select 1 from visit_events as opened where opened.started_at = seen.started_at
          and opened.visit_no = seen.visit_no and opened.kind = 1)
      group by visitor),
    listed(path, visitors) as (
      select coalesce(word.value, ''), count(*) from present left join dimension_values as word on word.id = present.path
      group by 1 order by 2 desc, 1 limit ${sql.lit(listedPages)})
    select (select json_group_array(json_array(minute, times)) from viewed) as minutes,
      (select json_group_array(json_array(path, visitors)) from listed) as pages,
      (select count(*) from present) as total`;
  return { compile: () => query.compile(db) };
}
