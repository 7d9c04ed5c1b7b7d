import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { AnyListState, ListCursor } from "#shared/pages/list.ts";
import type { TableWith } from "./columns.ts";
import type { Database } from "./tables.ts";

/** What a list may be sorted by: an expression that is never null, of columns that the code names. */
export interface SortColumn {
  value: RawBuilder<string | number>;
  kind: "text" | "number";
}

/** The order of a list and the place in it where a page begins. */
export interface PageOrder {
  column: SortColumn;
  direction: AnyListState["sort"]["direction"];
  /** The column of the record's id, a UUIDv7 wherever it can be: of records with one value the newest comes first. */
  id: `${TableWith<Database, "id">}.id` | "consent_records.choice_id";
  cursor: ListCursor | null;
}

/** How many records are in a list, and how many of them stand before the page. */
interface ListCounts {
  total: number;
  before: number;
}

/**
 * One page of `query` by keyset: where records come and go between two pages, none is shown twice or left out. Adds
 * `sort_value`, which the cursors are made of. The rows of a page before a cursor come in reverse: see `readPage`.
 */
export function selectPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: PageOrder,
  size: number,
) {
  const { column, id, cursor } = order;
  const [byValue, byId] = listDirections(order);
  return query
    .select(column.value.as("sort_value"))
    .$if(cursor !== null, (narrowed) => narrowed.where(isBeyond(order)))
    .orderBy(column.value, byValue)
    .orderBy(sql.ref(id), byId)
    .limit(size);
}

/** The directions in which a page is read: by value, and by id among those of one value. */
export function listDirections({ direction, cursor }: PageOrder): ["asc" | "desc", "asc" | "desc"] {
  const reversed = direction === "asc" ? "desc" : "asc";
  return cursor?.side === "before" ? [reversed, "asc"] : [direction, "desc"];
}

/** How many records `query` has, and how many of them lie beyond the cursor of `order`. */
export function countPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  order: PageOrder,
) {
  const beyond = order.cursor ? sql<number>`count(*) filter (where ${isBeyond(order)})` : sql<number>`count(*)`;
  return query.select([sql<number>`count(*)`.as("total"), beyond.as("beyond")]);
}

/** True of the records on the cursor's side of it. The first condition lets an index find where to begin. */
function isBeyond({ column, direction, id, cursor }: PageOrder): RawBuilder<boolean> {
  const isAfter = cursor?.side !== "before";
  const isUp = (direction === "asc") === isAfter;
  const value = column.kind === "number" ? Number(cursor?.value) || 0 : (cursor?.value ?? "");
  const [past, since, older] = [isUp ? ">" : "<", isUp ? ">=" : "<=", isAfter ? "<" : ">"].map((sign) => sql.raw(sign));
  return sql<boolean>`(${column.value} ${since} ${value}
    and (${column.value} ${past} ${value} or ${sql.ref(id)} ${older} ${cursor?.id}))`;
}

interface Listed {
  id: string;
  sort_value: string | number;
}

/** A page in the order of the list, with where the pages beside it begin; null where there is none. */
export function readPage<Row extends Listed>(
  found: readonly Row[],
  { total, beyond }: { total: number; beyond: number },
  { cursor, size }: { cursor: ListCursor | null; size: number },
) {
  const isReversed = cursor?.side === "before";
  const rows = isReversed ? found.toReversed() : [...found];
  const before = isReversed ? Math.max(0, beyond - size) : total - beyond;
  const [first, last] = [rows[0], rows.at(-1)];
  const counts: ListCounts = { total, before };
  return {
    rows,
    counts,
    previous: first && before > 0 ? toCursor("before", first) : null,
    next: last && before + rows.length < total ? toCursor("after", last) : null,
  };
}

function toCursor(side: ListCursor["side"], { id, sort_value }: Listed): ListCursor {
  return { side, id, value: String(sort_value) };
}
