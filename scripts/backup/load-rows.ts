/** Statements that put rows of a backup into a table, with the types that they had. */
import { decode, quote } from "../../worker/backups/read-rows.ts";
import type { BackupDb, Value } from "../../worker/backups/types.ts";

/** A foreign key of a table, of one column or more. */
export interface Reference {
  columns: readonly string[];
  parent: string;
  parentColumns: readonly string[];
  /** It may be set to null where the parent is gone. */
  isNulled: boolean;
}

/** D1 takes no value over 2 MB, and a letter has four bytes at most. */
const lettersPerPack = 400_000;
const rowsPerPack = 2000;

type Row = readonly Value[];

/** Rows in packs that a statement can take; a row that is too long for one is alone. */
export function packRows(rows: readonly Row[]): Row[][] {
  const packs: Row[][] = [];
  let letters = Infinity;
  for (const row of rows) {
    const length = row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length + 4 : 24), 2);
    const pack = packs.at(-1);
    if (pack && pack.length < rowsPerPack && letters + length < lettersPerPack) {
      pack.push(row);
      letters += length;
    } else {
      packs.push([row]);
      letters = length;
    }
  }
  return packs;
}

/** SQL of the columns `indexes` in rows that are bound as one JSON text, and that text. */
function bindPack(rows: readonly Row[], indexes: readonly number[]): { values: string[]; json: string } {
  const modes = indexes.map((index) => chooseMode(rows, index));
  const json = JSON.stringify(
    rows.map((row) => indexes.map((index, at) => modes[at]?.write(row[index] ?? null) ?? null)),
  );
  return { values: modes.map(({ read }, at) => read(`(value ->> ${at})`)), json };
}

interface Mode {
  write: (value: Value) => Value;
  read: (sql: string) => string;
}

const withoutKind = (value: Value) => (typeof value === "string" ? value.slice(1) : value);

const modes: Record<string, Mode> = {
  t: { write: withoutKind, read: (sql) => sql },
  i: { write: withoutKind, read: (sql) => `cast(${sql} as integer)` },
  n: { write: (value) => value, read: (sql) => `cast(${sql} as real)` },
};

/** Of several kinds in one column. */
const mixed: Mode = {
  write: (value) => (typeof value === "number" ? `r${value}` : value),
  read: (sql) => {
    const rest = `substr(${sql}, 2)`;
    return `case substr(${sql}, 1, 1) when 'i' then cast(${rest} as integer) when 't' then ${rest}
      when 'z' then cast(unhex(${rest}) as text) when 'b' then unhex(${rest}) when 'r' then cast(${rest} as real) end`;
  },
};

function chooseMode(rows: readonly Row[], index: number): Mode {
  const kinds = new Set<string>();
  for (const row of rows) {
    const value = row[index] ?? null;
    if (value !== null) kinds.add(typeof value === "number" ? "n" : (value[0] ?? ""));
  }
  const [only = "t", ...others] = kinds;
  return others.length === 0 ? (modes[only] ?? mixed) : mixed;
}

interface Insertion {
  table: string;
  columns: readonly string[];
  rows: readonly Row[];
  /** Rows whose parents are gone are left out, or refer to nothing, as if they had gone with them. */
  mend?: readonly Reference[];
}

export function insertRows(db: BackupDb, { table, columns, rows, mend = [] }: Insertion): D1PreparedStatement {
  const names = columns.map(quote).join(", ");
  const [first] = rows;
  const isLong =
    rows.length === 1 && first && first.some((value) => typeof value === "string" && value.length > lettersPerPack);
  if (isLong && mend.length === 0) {
    const values = first.map(decode);
    const sql = `insert into ${quote(table)} (${names}) values (${values.map((value) => value.sql).join(", ")})`;
    return db.prepare(sql).bind(...values.map(({ bound }) => bound));
  }
  const { values, json } = bindPack(rows, [...columns.keys()]);
  const of = (column: string) => values[columns.indexOf(column)] ?? "null";
  const isThere = ({ columns: own, parent, parentColumns }: Reference) =>
    `(${own.map((column) => `${of(column)} is null`).join(" or ")} or exists (select 1 from ${quote(parent)} as parent
      where ${own.map((column, at) => `parent.${quote(parentColumns[at] ?? "")} = ${of(column)}`).join(" and ")}))`;
  const nulled = mend.filter(({ isNulled }) => isNulled);
  const selected = columns.map((column) => {
    const reference = nulled.find((each) => each.columns.includes(column));
    return reference ? `iif(${isThere(reference)}, ${of(column)}, null)` : of(column);
  });
  const needed = mend.filter(({ isNulled }) => !isNulled).map(isThere);
  const where = needed.length > 0 ? `where ${needed.join(" and ")}` : "";
  return db
    .prepare(`insert into ${quote(table)} (${names}) select ${selected.join(", ")} from json_each(?) ${where}`)
    .bind(json);
}

interface Update {
  table: string;
  columns: readonly string[];
  key: readonly string[];
  /** The column that gets its values. */
  column: string;
  rows: readonly Row[];
  /** Only where the parent is there. */
  mend?: Reference;
}

export function updateColumn(db: BackupDb, { table, columns, key, column, rows, mend }: Update): D1PreparedStatement {
  const { values, json } = bindPack(
    rows,
    [...key, column].map((name) => columns.indexOf(name)),
  );
  const select = values.map((value, at) => `${value} as v${at}`).join(", ");
  const matches = key.map((name, at) => `${quote(table)}.${quote(name)} = entry.v${at}`).join(" and ");
  const isThere = mend
    ? ` and exists (select 1 from ${quote(mend.parent)} as parent where parent.${quote(mend.parentColumns[0] ?? "")} = entry.v${key.length})`
    : "";
  return db
    .prepare(
      `update ${quote(table)} set ${quote(column)} = entry.v${key.length} from (select ${select} from json_each(?)) as entry
        where ${matches}${isThere}`,
    )
    .bind(json);
}
