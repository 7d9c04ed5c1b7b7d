/**
 * Limits the page views that one network may add per day; otherwise a script could produce any number. Choices without
 * views are not limited. Only views that are not stored yet are counted: every record repeats its visitor's latest
 * views, and a message may arrive twice.
 */
import { type Compilable, sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { macText } from "#worker/lib/secrets.ts";
import { field, type Sql, writeRows } from "./insert-rows.ts";
import { viewsPerSource } from "./lifetimes.ts";

/**
 * A keyed hash of the network for one day. Without the key nobody can find the address, and hashes of two days cannot
 * be matched.
 */
export function hashSource(secret: string, day: number, clientKey: string): Promise<string> {
  return macText(secret, "view source", `${day}\n${clientKey}`);
}

/**
 * Deletes the networks of past days: each hour, and in each transaction that stores views. So a message that waited
 * past midnight leaves no network behind; the views of such messages are limited in each transaction by itself.
 */
export function pruneSources(db: Db): Compilable {
  return db.deleteFrom("view_sources").where("day", "<", startOfDay(now()));
}

/** Midnight UTC of the day of `instant`. */
export function startOfDay(instant: number): number {
  return Math.floor(instant / day) * day;
}

/** True for a row whose network has not passed its share of the day. */
export const isWithinShare = sql<boolean>`not exists (
  select 1 from view_sources as known
  where known.day = ${field("day")} and known.source = ${field("source")} and known.views > ${sql.lit(viewsPerSource)}
)`;

const isNew = sql<boolean>`${field("source")} is not null and not exists (
  select 1 from page_views as stored where stored.viewed_at = ${field("viewed_at")}
    and stored.visitor_id = ${field("visitor_id")} and stored.path = ${field("path")}
)`;

/**
 * Counts the views about to be stored, for all rows before the first is stored. A record whose network exceeds its
 * share is counted as dropped. Rows without a source are not counted.
 */
export function countViews(db: Db, rows: readonly object[], mayStore: Sql): Compilable[] {
  const count = (entries: Sql) => sql`insert into view_sources (day, source, views)
    select ${field("day")}, ${field("source")}, count(*) from ${entries} where ${mayStore} and ${isNew} group by 1, 2
    on conflict (day, source) do update set views = view_sources.views + excluded.views`;
  const drop = (entries: Sql) => sql`insert into dropped_records (dropped_at, drop_id, reason)
    select distinct ${field("day")}, ${field("drop_id")}, 'excess' from ${entries}
    where ${mayStore} and ${isNew} and not ${isWithinShare} on conflict do nothing`;
  return [...writeRows(db, rows, count), ...writeRows(db, rows, drop)];
}
