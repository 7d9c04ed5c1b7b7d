import { type RawBuilder, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";

/** The list of all articles, of `insight_lists` and `insight_counts`. */
export const allInsights = sql<string>`''`;

/**
 * How many articles of a list are public, as a scalar: all that are published, less those whose time is still to come and
 * those that have ended, which are few (worker/insights/end-insights.ts).
 */
export function countInsights(db: Db, { list, now }: { list: RawBuilder<string>; now: number }): RawBuilder<number> {
  const published = db.selectFrom("insight_counts").select("insights").where("list", "=", list);
  const scheduled = db
    .selectFrom("insight_lists")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("list", "=", list)
    .where("publish_at", ">", now);
  const ended = db
    .selectFrom("insight_lists")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("list", "=", list)
    .where("unpublish_at", "<=", now)
    .where("publish_at", "<=", now);
  return sql`coalesce(${published}, 0) - ${scheduled} - ${ended}`;
}
