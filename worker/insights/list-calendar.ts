import { sql } from "kysely";
import { type Db, readRows, runBatch } from "../db/client.ts";

/** What happens to an article at an instant. */
export interface CalendarEntry {
  id: string;
  title: string;
  /** Epoch milliseconds. */
  at: number;
  kind: "appears" | "ends";
}

/** More than a month shows: what comes after them is left out. */
const mostEntries = 300;

/** What appears and ends from `since` until before `until` (epoch milliseconds), by time. Two queries in one trip. */
export async function listCalendar(db: Db, range: { since: number; until: number }) {
  const appearing = selectEntries(db, "publish_at", range);
  const ending = selectEntries(db, "unpublish_at", range);
  const [appears, ends] = await runBatch(db, [appearing, ending]);
  const entries = [...readRows(appearing, appears), ...readRows(ending, ends)];
  return {
    entries: entries.toSorted((a, b) => a.at - b.at).slice(0, mostEntries),
    /** True when there are more. */
    isCut: entries.length > mostEntries,
  };
}

/** Of what readers see, will see or have seen; nothing of the trash. */
export function selectEntries(
  db: Db,
  column: "publish_at" | "unpublish_at",
  { since, until }: { since: number; until: number },
) {
  return db
    .selectFrom("insights")
    .select([
      "id",
      "title",
      `${column} as at`,
      sql<CalendarEntry["kind"]>`${sql.lit(column === "publish_at" ? "appears" : "ends")}`.as("kind"),
    ])
    .where("status", "in", ["published", "archived"])
    .where(column, ">=", since)
    .where(column, "<", until)
    .where("trashed_at", "is", null)
    .orderBy(column)
    .limit(mostEntries + 1)
    .$narrowType<{ at: number }>();
}
