/**
 * Columns of a visit that follow from its events and from how it was left. They are computed when it is left, and by the
 * job for hours in which something else came, so that they never depend on the order of messages.
 */
import { type Compilable, sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { Sql } from "./insert-rows.ts";
import { noteFirst } from "./visitor-days.ts";

const names = ["views", "events", "engaged_ms", "length_ms", "entry", "exit"] as const;

/** `(views, events, …)` of the table `visits`. */
export const computedColumns = sql`(${sql.join(names.map((name) => sql.ref(name)))})`;

interface Left {
  seq: Sql;
  ms: Sql;
  engaged: Sql;
}

const storedLeft: Left = {
  seq: sql`visits.left_seq`,
  ms: sql`visits.left_ms`,
  engaged: sql`visits.left_engaged_ms`,
};

/**
 * The values of `computedColumns`, as a query about the row of `visits` at hand. What was reported when the last page was
 * left counts until the next view has reported the same.
 */
export function selectComputed(left: Left = storedLeft): Sql {
  const path = (order: Sql) => sql`coalesce((
    select path from visit_events as one where ${isOfVisit("one")} and one.kind = 1 order by one.seq ${order} limit 1
  ), 0)`;
  return sql`(select count(*) filter (where each.kind = 1), count(*) filter (where each.kind = 2 and each.name > 0),
    coalesce(sum(each.engaged_ms), 0)
      + iif(${left.seq} >= coalesce(max(each.seq) filter (where each.kind = 1), 0), ${left.engaged}, 0),
    max(coalesce(max(each.at_ms), 0), ${left.ms}), ${path(sql`asc`)}, ${path(sql`desc`)}
    from visit_events as each where ${isOfVisit("each")})`;
}

function isOfVisit(alias: string): Sql {
  const table = sql.ref(alias);
  return sql`${table}.started_at = visits.started_at and ${table}.visit_no = visits.visit_no`;
}

/** True of a row of `visits` whose computed columns are behind. */
export const isBehind = sql<boolean>`${computedColumns} is not ${selectComputed()}`;

/** Most hours that one run computes; the rest waits five minutes. */
const hoursAtOnce = 48;

/**
 * Computes the visits of all hours in which something came, the latest first. Days whose visits change are no longer
 * rolled. Returns how many hours and visits it was.
 */
export async function refreshVisits(db: Db): Promise<{ hours: number; visits: number }> {
  const stale = await db.selectFrom("stale_hours").select("hour").orderBy("hour", "desc").limit(hoursAtOnce).execute();
  let visits = 0;
  for (const { hour: start } of stale) {
    const results = await runBatch(db, refreshHour(db, start));
    visits += results[1]?.meta.changes ?? 0;
  }
  return { hours: stale.length, visits };
}

/** The statements that compute the visits of one hour (its beginning). */
export function refreshHour(db: Db, start: number): Compilable[] {
  const inHour = sql`visits.started_at >= ${start} and visits.started_at < ${start + hour}`;
  const unroll = sql`delete from rolled_days where day < ${start + hour} and ends > ${start}
    and exists (select 1 from visits where ${inHour} and ${isBehind}
      and visits.started_at >= rolled_days.day and visits.started_at < rolled_days.ends)`;
  const compute = sql`update visits set ${computedColumns} = ${selectComputed()} where ${inHour} and ${isBehind}`;
  return [
    { compile: () => unroll.compile(db) },
    { compile: () => compute.compile(db) },
    ...noteFirst(db, { from: start, to: start + hour }),
    db.deleteFrom("stale_hours").where("hour", "=", start),
  ];
}
