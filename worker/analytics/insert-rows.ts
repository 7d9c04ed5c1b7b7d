import { type Compilable, type RawBuilder, sql } from "kysely";
import type { AnalyticsTables } from "#worker/db/analytics-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";

export type Sql = RawBuilder<unknown>;

/** D1 takes no value over 2 MB; a thousand rows at their limits stay under it. */
const rowsPerStatement = 1000;

/**
 * One statement for each thousand rows. `write` gets `json_each(?) as entry`: a single bound value for any number of
 * rows, because D1 binds at most 100.
 */
export function writeRows(db: Db, rows: readonly object[], write: (entries: Sql) => Sql): Compilable[] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, index) => {
    const chunk = JSON.stringify(rows.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement));
    return { compile: () => write(sql`json_each(${chunk}) as entry`).compile(db) };
  });
}

/** A field of the row at hand. */
export function field(name: string): Sql {
  return sql`entry.value ->> ${sql.lit(name)}`;
}

/** Skips only rows whose key exists. A row that violates a CHECK fails the batch instead of being ignored. */
export function insertNew(
  db: Db,
  table: keyof AnalyticsTables,
  rows: readonly object[],
  { where = sql`true`, onConflict = sql`do nothing` }: { where?: Sql; onConflict?: Sql } = {},
): Compilable[] {
  const names = sql.join(columns[table].map((column) => sql.ref(column)));
  const values = sql.join(columns[table].map(field));
  return writeRows(
    db,
    rows,
    (entries) => sql`insert into ${sql.table(table)} (${names}) select ${values} from ${entries}
      where ${where} on conflict ${onConflict}`,
  );
}
