import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { columns, type Database } from "#worker/db/tables.ts";

export type Sql = RawBuilder<unknown>;

/** D1 takes no value over 2 MB. */
const rowsPerStatement = 1000;
const lettersPerStatement = 400_000;

/**
 * One statement for each thousand rows, or fewer long ones. `write` gets `json_each(?) as entry`: a single bound value for any number of
 * rows, because D1 binds at most 100.
 */
export function writeRows(db: Db, rows: readonly object[], write: (entries: Sql) => Sql): Compilable[] {
  return packRows(rows).map((chunk) => ({ compile: () => write(sql`json_each(${chunk}) as entry`).compile(db) }));
}

/** The rows as arrays in JSON. A letter has four bytes at most. */
export function packRows(rows: readonly object[]): string[] {
  const packs: string[][] = [];
  let letters = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const pack = packs.at(-1);
    if (pack && pack.length < rowsPerStatement && letters + text.length < lettersPerStatement) pack.push(text);
    else packs.push([text]);
    letters = (packs.at(-1) === pack ? letters : 0) + text.length;
  }
  return packs.map((pack) => `[${pack.join()}]`);
}

/** A field of the row at hand. */
export function field(name: string): Sql {
  return sql`entry.value ->> ${sql.lit(name)}`;
}

/** Skips only rows whose key exists. A row that violates a CHECK fails the batch instead of being ignored. */
export function insertNew(
  db: Db,
  table: keyof Database,
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
