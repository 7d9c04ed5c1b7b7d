import { sql } from "kysely";
import { second } from "#shared/dates/durations.ts";

/** Views within ten seconds that no person opens, whatever they press. */
const burst = 30;
const burstTime = 10 * second;
/** Views after which a person would have been active on one of them. */
const manyViews = 100;

/**
 * True of a row of `visits` that is a program's by what it did: 30 views within ten seconds, or a hundred without one
 * active second. Both are far beyond what people do, for a person who is dropped by mistake is worse than a program that is
 * counted. A visit that looks so does not stop doing so when more of it comes.
 */
export const looksAutomated = sql<boolean>`(
  select count(*) >= ${sql.lit(burst)} from visit_events as each
  where each.started_at = visits.started_at and each.visit_no = visits.visit_no and each.kind = 1
) and (
  exists (
    select 1 from (
      select at_ms - lag(at_ms, ${sql.lit(burst - 1)}) over (order by at_ms) as span from visit_events as each
      where each.started_at = visits.started_at and each.visit_no = visits.visit_no and each.kind = 1
    ) where span < ${sql.lit(burstTime)}
  ) or (
    select count(*) >= ${sql.lit(manyViews)} and sum(each.engaged_ms) + visits.left_engaged_ms = 0
    from visit_events as each
    where each.started_at = visits.started_at and each.visit_no = visits.visit_no and each.kind = 1
  )
)`;
