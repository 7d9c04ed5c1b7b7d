/** What statements say of the visit of an entry (`VisitRow`). */
import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { field } from "./insert-rows.ts";

export const visitor = sql`cast(${field("visitor")} as integer)`;
export const isOfEntry = sql`visits.started_at = ${field("started_at")} and visits.visit_no = ${field("visit_no")}`;

/** True of a visit that was found to be a program's. */
export const isAutomated = sql`exists (
  select 1 from dropped_records as found
  where found.dropped_at = ${field("started_at")} - ${field("started_at")} % ${sql.lit(day)}
    and found.drop_id = ${field("automated_id")}
)`;
