import { type RawBuilder, sql } from "kysely";
import type { Standing } from "#shared/insights/insight-standing.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { StaffInsightFilter } from "./filter-for-staff.ts";

/** How many articles each view of the list has: all outside the trash, the reader's own of these, and each standing. */
export type DeskFigures = Record<Standing | "all" | "mine", number>;

/**
 * The figures of `reader` as one row. `desk_counts` says how many are published; those among them whose time is still to come
 * and those that have ended are few (worker/insights/end-insights.ts), and counted here.
 */
export function selectDeskFigures({ reader, now }: { reader: AccountId; now: number }): RawBuilder<DeskFigures> {
  const unseen = (condition: RawBuilder<unknown>) => sql`SELECT id, desk_state, publish_at > ${now} AS is_scheduled,
      coalesce(unpublish_at <= ${now}, 0) AS has_ended FROM insights WHERE status = 'published' AND ${condition}`;
  return sql`(SELECT "all", mine, draft, scheduled, published - unseen AS published,
      changes - unseen_changes AS changes, ending - unseen_ending AS ending, archived + ended AS archived, trash
    FROM (SELECT ${stored(sql`state <> 'trash'`)} AS "all",
        ${stored(sql`state <> 'trash' AND editor = ${reader}`)} AS mine,
        ${stored(sql`state = 'draft'`)} AS draft,
        ${stored(sql`state LIKE 'published%'`)} AS published,
        ${stored(sql`state LIKE 'published% changes%'`)} AS changes,
        ${stored(sql`state LIKE 'published% ends'`)} AS ending,
        ${stored(sql`state = 'archived'`)} AS archived,
        ${stored(sql`state = 'trash'`)} AS trash
      FROM desk_counts WHERE state > '') AS counted,
    (SELECT count(*) AS unseen,
        ${out(sql`is_scheduled`)} AS scheduled,
        ${out(sql`has_ended`)} AS ended,
        ${out(sql`desk_state LIKE 'published% changes%'`)} AS unseen_changes,
        ${out(sql`desk_state LIKE 'published% ends'`)} AS unseen_ending
      FROM (${unseen(sql`publish_at > ${now}`)} UNION ${unseen(sql`unpublish_at <= ${now}`)})) AS counted_unseen)`;
}

/** Of `desk_counts`, as SQL. */
function stored(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(sum(insights) FILTER (WHERE ${condition}), 0)`;
}

function out(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(count(*) FILTER (WHERE ${condition}))`;
}

/** The figure that says how many articles `filter` leaves; null where none does, and they have to be counted. */
export function nameFigure(filter: StaffInsightFilter, reader: AccountId): keyof DeskFigures | null {
  const { standing, author, category, tag, editor, words } = filter;
  const { appearsUntil = null, endedSince = null, isUndrawn = false } = filter;
  if (appearsUntil !== null || endedSince !== null || isUndrawn) return null;
  if (author !== null || category !== null || tag !== null || words !== "") return null;
  if (editor === null) return standing ?? "all";
  return editor === reader && standing === null ? "mine" : null;
}
