import { minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { type Backlog, report } from "../lib/subject.ts";
import { selectDue } from "./corpus/index-changes.ts";

/** Changes of the site that the index does not have yet. */
export function selectSearchBacklog(db: Db, now: number) {
  return selectDue(db, now)
    .select(({ fn }) => [fn.countAll<number>().as("waiting"), fn.min<number | null>("due_at").as("oldest_at")])
    .$castTo<Backlog>();
}

export const freshnessReport = report(
  (db, _env, now) => selectSearchBacklog(db, now),
  ([backlog], { now }) => {
    const { waiting = 0, oldest_at = null } = backlog ?? {};
    const isLate = oldest_at !== null && oldest_at < now - 15 * minute;
    return [
      {
        name: "Index of the search",
        value: waiting === 0 ? "Has everything as it is on the site" : `${waiting} changes to come`,
        state: isLate ? "warning" : "good",
        since: oldest_at,
        ...(isLate && { todo: "Run “bring the search up to date”." }),
        path: "/embeddings-management",
      },
    ];
  },
);
