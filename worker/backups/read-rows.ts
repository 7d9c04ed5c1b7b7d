/** SQL that reads any table page by page, each value with its exact type. */
import { guardPrefix } from "./is-restoring.ts";
import type { BackedUpDatabase, BackupDb, Table, Value } from "./types.ts";

/** D1 hands out INTEGER as a double and BLOB as a list, so both are text here; see `Value`. */
function encode(column: string): string {
  const c = quote(column);
  return `case typeof(${c}) when 'integer' then 'i' || ${c} when 'blob' then 'b' || hex(${c})
    when 'text' then iif(instr(${c}, char(0)), 'z' || hex(${c}), 't' || ${c})
    else iif(abs(${c}) > 1.7976931348623157e308, 'r' || quote(${c}), ${c}) end`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** SQL of a value, and what is bound to it. */
export function decode(value: Value): { sql: string; bound: string | number | null } {
  if (typeof value !== "string") return { sql: "?", bound: value };
  const bound = value.slice(1);
  const sql = { i: "cast(? as integer)", z: "cast(unhex(?) as text)", b: "unhex(?)", r: "cast(? as real)" }[
    value[0] ?? ""
  ];
  return { sql: sql ?? "?", bound };
}

/** The next rows of a table, after the one with the key `after`; `upTo` with the last key that is wanted. */
export function selectRows(
  db: BackupDb,
  { name, columns, key }: Pick<Table, "name" | "columns" | "key">,
  { after, upTo, limit }: { after: readonly Value[] | null; upTo?: readonly Value[]; limit: number },
): D1PreparedStatement {
  const names = key.map(quote).join(", ");
  const bound: unknown[] = [];
  const compare = (operator: string, values: readonly Value[]) => {
    const decoded = values.map(decode);
    bound.push(...decoded.map((each) => each.bound));
    return `(${names}) ${operator} (${decoded.map(({ sql }) => sql).join(", ")})`;
  };
  const conditions = [...(after ? [compare(">", after)] : []), ...(upTo ? [compare("<=", upTo)] : [])];
  const values = columns.map((column, index) => `${encode(column)} as c${index}`).join(", ");
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  return db.prepare(`select ${values} from ${quote(name)} ${where} order by ${names} limit ${limit}`).bind(...bound);
}

/** Rows as lines, and the key of the last. */
export function writeLines(
  { columns, key }: Pick<Table, "columns" | "key">,
  rows: readonly unknown[],
): { text: string; last: readonly Value[] } {
  const last = Object.values((rows.at(-1) ?? {}) as Record<string, Value>);
  return {
    text: rows.map((row) => `${JSON.stringify(Object.values(row as object))}\n`).join(""),
    last: key.map((column) => last[columns.indexOf(column)] ?? null),
  };
}

interface Column {
  table: string;
  name: string;
  type: string;
  pk: number;
}

const ofTables = "m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob '_cf_*'";

/** What is never backed up: how backups go, which is about the store and not about the site. */
const leftOut = new Set(["backup_runs", "backup_notes"]);

/** Schema and tables of a database, with no rows yet. */
export async function describeDatabase(name: string, db: BackupDb): Promise<BackedUpDatabase> {
  const order = "case type when 'table' then 0 when 'index' then 1 when 'view' then 2 else 3 end, rowid";
  const [schema, columns, references] = await db.batch([
    db.prepare(
      `select type, name, sql from sqlite_master as m
        where sql is not null and name not glob 'sqlite_*' and name not glob '_cf_*' and name not glob '${guardPrefix}*' order by ${order}`,
    ),
    db.prepare(
      `select m.name as "table", x.name, x.type, x.pk from sqlite_master as m, pragma_table_xinfo(m.name) as x
        where ${ofTables} and x.hidden = 0 order by m.name, x.cid`,
    ),
    db.prepare(
      `select m.name as "table", f."table" as parent from sqlite_master as m, pragma_foreign_key_list(m.name) as f where ${ofTables}`,
    ),
  ]);
  const parts = (schema?.results ?? []) as BackedUpDatabase["schema"];
  const isMigrated = parts.some((part) => part.name === "d1_migrations");
  const migrations = isMigrated
    ? await db.prepare("select name from d1_migrations order by id").all<{ name: string }>()
    : { results: [] };
  const tables = parts
    .filter(({ type, name: table }) => type === "table" && !leftOut.has(table))
    .map(({ name: table, sql }) => describeTable(table, sql, (columns?.results ?? []) as Column[]));
  return {
    name,
    migrations: migrations.results.map((each) => each.name),
    schema: parts,
    tables: sortTables(tables, (references?.results ?? []) as Reference[]).toReversed(),
  };
}

function describeTable(table: string, sql: string, all: readonly Column[]): Table {
  const own = all.filter((column) => column.table === table);
  const primary = own.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const names = own.map(({ name }) => name);
  const key = primary.map(({ name }) => name);
  const hasRowid = !/without\s+rowid[\s,strict]*$/i.test(sql);
  const isAlias = primary.length === 1 && primary[0]?.type.toUpperCase() === "INTEGER";
  const by = !hasRowid || isAlias ? { columns: names, key } : { columns: ["rowid", ...names], key: ["rowid"] };
  return { name: table, ...by, parts: [], rows: 0 };
}

export interface Reference {
  table: string;
  parent: string;
}

/** Tables after those that they refer to; a circle is cut somewhere. */
export function sortTables<Each extends { name: string }>(
  tables: readonly Each[],
  references: readonly Reference[],
): Each[] {
  const sorted = new Set<Each>();
  const seen = new Set<string>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  function add(table: Each): void {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const reference of references) {
      const parent = reference.table === table.name ? byName.get(reference.parent) : undefined;
      if (parent) add(parent);
    }
    sorted.add(table);
  }
  for (const table of tables) add(table);
  return [...sorted];
}
