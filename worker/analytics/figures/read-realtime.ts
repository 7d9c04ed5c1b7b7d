import { type Compilable, sql } from "kysely";
import { day, minute } from "#app/shared/durations.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { Realtime } from "./types.ts";

const shownMinutes = 30;
const presentMinutes = 5;
const listedPages = 10;

/** Who is there now, of events as they have come; `now` is in epoch milliseconds. Two queries in one trip. */
export async function readRealtime(db: Db, now: number): Promise<Realtime> {
  const queries = selectRealtime(db, now);
  return toRealtime(queries, await runBatch(db, queries));
}

/** What the answers to `selectRealtime` say. */
export function toRealtime(
  queries: ReturnType<typeof selectRealtime>,
  [views, present]: readonly (D1Result | undefined)[],
): Realtime {
  const minutes = Array.from({ length: shownMinutes }, () => 0);
  for (const { minute: index, count } of readRows(queries[0], views)) minutes[index] = count;
  const pages = readRows(queries[1], present);
  return {
    now: pages[0]?.total ?? 0,
    minutes,
    pages: pages.map(({ path, visitors }) => ({ path, visitors })),
  };
}

/** A visit lasts a day at most, so what is going on began within one. Clocks of devices may be a minute ahead. */
export function selectRealtime(db: Db, now: number) {
  const at = sql`(visit_events.started_at + visit_events.at_ms)`;
  const since = (
    minutes: number,
  ) => sql`visit_events.started_at >= ${now - day} and visit_events.started_at <= ${now + minute}
    and ${at} >= ${now - minutes * minute} and ${at} < ${now + minute}`;
  // D1 binds numbers as doubles, so the quotient has a fraction.
  const first = now - shownMinutes * minute;
  const views = sql<{ minute: number; count: number }>`
    select cast(min((${at} - ${first}) / ${sql.lit(minute)}, ${sql.lit(shownMinutes - 1)}) as integer) as minute,
      count(*) as count
    from visit_events where ${since(shownMinutes)} and visit_events.kind = 1 group by 1`;
  // The columns beside max() are those of the latest event.
  const present = sql<{ path: string; visitors: number; total: number }>`
    select coalesce(word.value, '') as path, count(*) as visitors, sum(count(*)) over () as total from (
      select visits.visitor, visit_events.path, max(${at}) from visit_events
      join visits on visits.started_at = visit_events.started_at and visits.visit_no = visit_events.visit_no
      where ${since(presentMinutes)} group by visits.visitor) as latest
    left join dimension_values as word on word.id = latest.path
    group by latest.path order by visitors desc, 1 limit ${sql.lit(listedPages)}`;
  return [toQuery(db, views), toQuery(db, present)] as const;
}

function toQuery<Row>(db: Db, query: { compile: (db: Db) => ReturnType<Compilable<Row>["compile"]> }): Compilable<Row> {
  return { compile: () => query.compile(db) };
}
