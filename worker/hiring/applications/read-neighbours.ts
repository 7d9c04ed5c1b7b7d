import { sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, readRow, runBatch } from "#worker/db/client.ts";
import { countPage, selectPage } from "#worker/db/list-page.ts";
import { type ApplicationFilter, filterApplications } from "./filter-applications.ts";
import { type ApplicationOrder, orderApplications } from "./list-applications.ts";

/** The list in which it is looked at: its neighbours are those of the list. */
export interface Around {
  filter: ApplicationFilter;
  sort: ApplicationOrder;
  /** Where it stood in the list before it was moved; null for where it stands. */
  cursor: ListCursor | null;
}

/** The ones before and after it in the list, and where it stands: one query. */
export async function readNeighbours(db: Db, { filter, sort, cursor }: Around, own: ListCursor) {
  const at = cursor ?? own;
  const beside = (side: "after" | "before") => {
    const order = orderApplications(sort, { ...at, side });
    return selectPage(
      filterApplications(db, filter)
        .select("applications.id")
        .where("applications.id", "<>", own.id as ApplicationId),
      order,
      1,
    ).as(side);
  };
  const order = orderApplications(sort, { ...at, side: "after" });
  const counted = countPage(filterApplications(db, filter), order).as("counted");
  const query = db.selectFrom(counted).select([
    "counted.total",
    "counted.beyond",
    db.selectFrom(beside("before")).select("before.id").as("previous"),
    db.selectFrom(beside("after")).select("after.id").as("next"),
    filterApplications(db, filter)
      .select(sql<1>`1`.as("one"))
      .where("applications.id", "=", own.id as ApplicationId)
      .as("is_in"),
  ]);
  const [result] = await runBatch(db, [query]);
  const { total, beyond, previous, next, is_in } = readRow(query, result);
  return { total, position: is_in === 1 ? total - beyond : null, previous, next };
}
