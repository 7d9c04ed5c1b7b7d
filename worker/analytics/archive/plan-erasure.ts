import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { clockTolerance } from "../lifetimes.ts";

/**
 * Notes visitors for the days that only the archive has and that they may be in; the job looks there. `listed` is SQL that
 * selects their keys; it runs before their rows of `visitors` are deleted.
 */
export function planArchiveErasure(db: Db, listed: RawBuilder<number>): Compilable {
  const insert = sql`insert into archive_erasures (day, visitor, asked_at)
    select archived_days.day, visitors.visitor, ${now()} from visitors cross join archived_days
    where visitors.visitor in ${listed} and archived_days.moved_at is not null
      and archived_days.ends > visitors.received_at - ${clockTolerance} and archived_days.day <= visitors.idle_since
    on conflict do nothing`;
  return { compile: () => insert.compile(db) };
}
