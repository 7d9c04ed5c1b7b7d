import { sql } from "kysely";
import { isZone } from "#shared/dates/zoned-time.ts";
import { day } from "#shared/dates/durations.ts";
import { type Doer, runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { readLength, terms } from "#worker/lib/terms.ts";

/** IANA name of the zone whose days the figures have, and the version of the row that says so. */
export interface AnalyticsZone {
  zone: string;
  version: number;
}

/** When the first visit began, or the first day with figures; null without any. */
export const selectFirst = sql<
  number | null
>`coalesce((select min(day) from daily_figures), (select min(started_at) from visits))`;

/** The zone of the site's figures. */
export function readAnalyticsZone(db: Db): Promise<AnalyticsZone> {
  return selectAnalyticsZone(db).executeTakeFirstOrThrow();
}

export function selectAnalyticsZone(db: Db) {
  return db.selectFrom("analytics_settings").select(["zone", "version"]).where("id", "=", "site");
}

/**
 * Gives the figures the days of another zone. Nothing is rolled then, and all is read from the visits until the job has
 * computed their days anew; days whose visits are past their term stay those of the former zone. Returns the new version.
 * @throws {InvalidInputError} when nobody knows the zone
 * @throws {ConflictError} when somebody else has changed it since
 */
export async function changeAnalyticsZone(
  db: Db,
  { zone, version }: AnalyticsZone,
  { actor, requestId }: Doer,
): Promise<number> {
  if (!isZone(zone)) throw new InvalidInputError({ zone: ["Choose a time zone of the list."] });
  const oldest = now() - readLength(terms.visits) + day;
  return runVersioned(db, {
    table: "analytics_settings",
    id: "site",
    version,
    set: { zone, updated_at: now() },
    actor,
    requestId,
    audit: { action: "analytics.zone-changed", detail: { zone } },
    conflict: "Somebody else has changed the time zone meanwhile.",
    queries: [db.deleteFrom("rolled_days").where("day", ">=", oldest)],
  });
}
