/** Puts a database of a backup in place of what a database holds. */
import { guardPrefix, marker } from "../../worker/backups/is-restoring.ts";
import type { Vault } from "../../worker/backups/objects.ts";
import { quote, selectRows, sortTables, writeLines } from "../../worker/backups/read-rows.ts";
import { BackupError, hashBytes } from "../../worker/backups/seal.ts";
import type { BackedUpDatabase, BackupDb, Table, Value } from "../../worker/backups/types.ts";
import { type Progress, readParts } from "./check-backup.ts";
import { noteEmptied, openPass, planGuards, run } from "./keep-out.ts";
import { insertRows, packRows, type Reference, updateColumn } from "./load-rows.ts";

export interface Loaded {
  rows: number;
  /** What of a table could not be as it was, because other rows were deleted while the backup was read. */
  mended: { table: string; rows: number }[];
}

/**
 * Empties the database, and gives it schema and rows of the backup; marker and triggers of `keepOut` are left for the caller to drop.
 * Compares every row with the backup before it ends. May be repeated after it has stopped anywhere.
 * @throws {BackupError} when a row is not as it was
 */
export async function loadDatabase(
  closed: BackupDb,
  backup: BackedUpDatabase,
  { vault, progress }: { vault: Vault; progress: Progress },
): Promise<Loaded> {
  const db = openPass(closed);
  await emptyDatabase(closed);
  const schema = backup.schema.filter(({ name }) => name !== marker && !name.startsWith(guardPrefix));
  const ofType = (...types: string[]) => schema.filter(({ type }) => types.includes(type));
  // A table and its triggers are within four statements of one batch.
  await run(
    db,
    ofType("table").flatMap(({ name, sql }) => [sql].concat(planGuards(name))),
  );
  const references = await readReferences(closed);
  const edges = [...references].flatMap(([table, own]) => own.map(({ parent }) => ({ table, parent })));
  const tables = sortTables(backup.tables, edges);
  const mended: Loaded["mended"] = [];
  let rows = 0;
  const total = tables.reduce((sum, table) => sum + table.rows, 0);
  const changed = new Set<Table>();
  for (const [index, table] of tables.entries()) {
    const own = references.get(table.name) ?? [];
    const isLater = ({ parent }: Reference) => tables.findIndex(({ name }) => name === parent) >= index;
    const later = own.filter(isLater);
    const loading = { db, table, vault, earlier: own.filter((each) => !isLater(each)), later };
    for await (const lost of loadTable(loading)) {
      rows += lost.rows;
      if (lost.mended > 0) mended.push({ table: table.name, rows: lost.mended });
      if (lost.isChanged) changed.add(table);
      progress("rows", rows, total);
    }
  }
  for (const [index, table] of tables.entries()) {
    const own = references.get(table.name) ?? [];
    const later = own.filter(({ parent }) => tables.findIndex(({ name }) => name === parent) >= index);
    for (const reference of later) if (await linkRows({ db, table, vault, reference })) changed.add(table);
  }
  for (const table of tables) if (!changed.has(table)) await compareTable(closed, table);
  await run(
    db,
    ofType("index", "view", "trigger").map(({ sql }) => sql),
  );
  const { results } = await closed.prepare("select * from pragma_foreign_key_check limit 1").all<{ table: string }>();
  if (results[0]) throw new BackupError(`Rows of ${results[0].table} refer to rows that are not there.`);
  return { rows, mended };
}

/** Drops everything, and leaves the marker. */
async function emptyDatabase(closed: BackupDb): Promise<void> {
  const { results } = await closed
    .prepare(
      `select type, name from sqlite_master where type in ('table', 'view', 'trigger')
        and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> '${marker}' and name not glob '${guardPrefix}*'`,
    )
    .all<{ type: string; name: string }>();
  const references = await readReferences(closed);
  const edges = [...references].flatMap(([table, own]) => own.map(({ parent }) => ({ table, parent })));
  const tables = sortTables(
    results.filter(({ type }) => type === "table"),
    edges,
  ).toReversed();
  const others = ["trigger", "view"].flatMap((type) => results.filter((each) => each.type === type));
  // One transaction, so that nobody meets half of it. A table that refers to another goes before it, and takes its guards along.
  const db = openPass(closed);
  await db.batch(
    [
      "pragma defer_foreign_keys = on",
      noteEmptied,
      ...[...others, ...tables].map(({ type, name }) => `drop ${type} ${quote(name)}`),
    ].map((sql) => db.prepare(sql)),
  );
}

async function readReferences(db: BackupDb): Promise<Map<string, Reference[]>> {
  const { results } = await db
    .prepare(
      `select m.name as "table", f.id, f."table" as parent, f."from" as own, f."to" as parent_column, f.on_delete
        from sqlite_master as m, pragma_foreign_key_list(m.name) as f
        where m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob '_cf_*' order by m.name, f.id, f.seq`,
    )
    .all<{ table: string; id: number; parent: string; own: string; parent_column: string | null; on_delete: string }>();
  const byKey = Map.groupBy(results, ({ table, id }) => `${id} ${table}`);
  const references = new Map<string, Reference[]>();
  for (const parts of byKey.values()) {
    const [first] = parts;
    if (!first) continue;
    const reference = {
      columns: parts.map(({ own }) => own),
      parent: first.parent,
      parentColumns: parts.map(({ own, parent_column }) => parent_column ?? own),
      isNulled: first.on_delete === "SET NULL",
    };
    references.set(first.table, [...(references.get(first.table) ?? []), reference]);
  }
  return references;
}

interface Loading {
  db: BackupDb;
  table: Table;
  vault: Vault;
  /** To tables that are there already, and to those (or to itself) that are not. */
  earlier: readonly Reference[];
  later: readonly Reference[];
}

const isBroken = (error: unknown) => error instanceof Error && /FOREIGN KEY/i.test(error.message);

/** Loads a table part by part. Columns that refer to rows that are still to come are null until `linkRows`. */
async function* loadTable({ db, table, vault, earlier, later }: Loading) {
  const blank = new Set(later.flatMap(({ columns }) => columns.map((column) => table.columns.indexOf(column))));
  for await (const lines of readParts(vault, table.parts)) {
    const rows = lines.map((line) => parseRow(line).map((value, index) => (blank.has(index) ? null : value)));
    const insertion = { table: table.name, columns: table.columns };
    const packs = packRows(rows);
    try {
      await db.batch(packs.map((pack) => insertRows(db, { ...insertion, rows: pack })));
      yield { rows: rows.length, mended: 0, isChanged: false };
    } catch (error) {
      if (!isBroken(error)) throw error;
      const results = await db.batch(packs.map((pack) => insertRows(db, { ...insertion, rows: pack, mend: earlier })));
      const loaded = results.reduce((sum, { meta }) => sum + meta.changes, 0);
      yield { rows: loaded, mended: rows.length - loaded, isChanged: true };
    }
  }
}

/** Fills in a column that was left null. Returns true where some of it cannot be as it was. */
async function linkRows({
  db,
  table,
  vault,
  reference,
}: Pick<Loading, "db" | "table" | "vault"> & { reference: Reference }) {
  const [column = ""] = reference.columns;
  const at = table.columns.indexOf(column);
  let isChanged = false;
  for await (const lines of readParts(vault, table.parts)) {
    const packs = packRows(lines.map(parseRow).filter((row) => row[at] !== null));
    if (packs.length === 0) continue;
    const update = { table: table.name, columns: table.columns, key: table.key, column };
    try {
      await db.batch(packs.map((rows) => updateColumn(db, { ...update, rows })));
    } catch (error) {
      if (!isBroken(error)) throw error;
      await db.batch(packs.map((rows) => updateColumn(db, { ...update, rows, mend: reference })));
      isChanged = true;
    }
  }
  return isChanged;
}

function parseRow(line: string): Value[] {
  return JSON.parse(line) as Value[];
}

/**
 * Compares each row with the backup.
 * @throws {BackupError} when one differs
 */
async function compareTable(db: BackupDb, table: Table): Promise<void> {
  let after: readonly Value[] | null = null;
  for (const { last, lines, sha256 } of table.parts) {
    const { results } = await selectRows(db, table, { after, upTo: last, limit: lines + 1 }).all();
    if (results.length !== lines || hashBytes(writeLines(table, results).text) !== sha256)
      throw new BackupError(`Rows of ${table.name} are not as they were in the backup.`);
    after = last;
  }
  const beyond = await selectRows(db, table, { after, limit: 1 }).all();
  if (beyond.results.length > 0) throw new BackupError(`${table.name} has rows that the backup has not.`);
}

/** Tables that a fresh database has no rows in. */
const telling = ["accounts", "insights", "openings", "enquiries", "applications", "media_items", "visits"];

/** True where somebody has worked with the database, or a restore has stopped in it. */
export async function hasRows(db: BackupDb): Promise<boolean> {
  const { results } = await db.prepare("select name from sqlite_master where type = 'table'").all<{ name: string }>();
  const names = new Set(results.map(({ name }) => name));
  if (names.has(marker)) return true;
  for (const name of telling)
    if (names.has(name) && (await db.prepare(`select 1 from ${name} limit 1`).all()).results.length > 0) return true;
  return false;
}
