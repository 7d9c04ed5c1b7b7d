import { type RawBuilder, sql } from "kysely";

/** The filters that have a list of openings of their own in each combination; null for one that is not set. */
export interface ListFilters {
  department: string | null;
  country: string | null;
  workplace: string | null;
  employment: string | null;
}

/** Picks the list that `filters` leave, of `opening_lists` or of `opening_counts`. */
export function isList({ department, country, workplace, employment }: ListFilters): RawBuilder<boolean> {
  return sql`(department = ${department ?? ""} AND country = ${country ?? ""}
    AND workplace = ${workplace ?? ""} AND employment = ${employment ?? ""})`;
}

/** Picks the list of all. Written out, so that SQLite can use the indexes that hold each opening once. */
export const isWholeList = sql<boolean>`(department = '' AND country = '' AND workplace = '' AND employment = '')`;

/** True of the rows of a list that the public sees at `now`: begun and not expired. */
export function isListedAt(now: number): RawBuilder<boolean> {
  return sql`(publish_at <= ${now} AND closes_at > ${now})`;
}

/**
 * Ids of the openings that are in the lists and not open at `now`, as a query: scheduled ones, and those that have ended
 * since the last hourly job. They are few.
 */
export function selectNotOpen(now: number): RawBuilder<{ opening_id: string }> {
  return sql`SELECT opening_id FROM opening_lists WHERE ${isWholeList} AND publish_at > ${now}
    UNION ALL SELECT opening_id FROM opening_lists INDEXED BY opening_lists_by_end WHERE ${isWholeList} AND closes_at <= ${now}`;
}

/** When the next scheduled opening appears (epoch milliseconds), as a scalar; null when none is planned. */
export function selectNextOpening(now: number): RawBuilder<number | null> {
  return sql`(SELECT min(publish_at) FROM opening_lists WHERE ${isWholeList} AND publish_at > ${now})`;
}

/** When the next opening ends (epoch milliseconds), as a scalar; null when none does. */
export function selectNextEnd(now: number): RawBuilder<number | null> {
  return sql`(SELECT min(closes_at) FROM opening_lists INDEXED BY opening_lists_by_end
    WHERE ${isWholeList} AND closes_at > ${now})`;
}
