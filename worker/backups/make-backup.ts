/** Makes a backup in steps. What a step has done is in the manifest that it was given, which the caller keeps between steps. */
import { listPieces } from "./check-stored.ts";
import { copyFiles } from "./copy-files.ts";
import { marker } from "./is-restoring.ts";
import { listBackups, nameManifest, partsOf, putText, readBackupTime, readManifest, type Vault } from "./objects.ts";
import { describeDatabase, quote, selectRows, writeLines } from "./read-rows.ts";
import { BackupError, hashBytes } from "./seal.ts";
import {
  type BackedUpDatabase,
  type BackupDb,
  type Budget,
  hasLeft,
  type Manifest,
  type Part,
  type Sources,
  spend,
  type Table,
} from "./types.ts";

/** Tables of so many rows and letters are read in one transaction, at the end: they are all of one instant. */
const smallRows = 1000;
const smallLetters = 512 * 1024;
const smallTogether = 8 * 1024 * 1024;

/** Letters that a page of a large table should have, and limits for its rows. */
const pageLetters = 2 * 1024 * 1024;
const firstRows = 32;
const mostRows = 5000;

/** A backup with nothing in it yet. */
export async function beginBackup(
  sources: Sources,
  vault: Vault,
  { id, site }: { id: string; site: string },
): Promise<Manifest> {
  const databases: BackedUpDatabase[] = [];
  for (const [name, db] of Object.entries(sources.databases)) databases.push(await describeDatabase(name, db));
  if (databases.some(({ tables }) => tables.some((table) => table.name === marker)))
    throw new BackupError(
      "A restore of this site was interrupted, and rows are missing: run the same `npm run restore` again first.",
    );
  const former = (await listBackups(vault.store)).findLast(({ keyId }) => keyId === vault.key.id);
  return {
    format: 1,
    id,
    site,
    startedAt: readBackupTime(id),
    finishedAt: null,
    databases,
    buckets: Object.keys(sources.buckets).map((name) => ({ name, parts: [], files: 0, bytes: 0, isDone: false })),
    stored: 0,
    former: former?.id ?? null,
  };
}

/**
 * Goes on with a backup until it is whole (true) or the budget is used up. Databases come first, so that every file that a row names
 * is still to be read. A step that is repeated writes the same objects again.
 */
export async function stepBackup(manifest: Manifest, sources: Sources, vault: Vault, budget: Budget): Promise<boolean> {
  for (const database of manifest.databases) {
    const db = sources.databases[database.name];
    if (db && !(await readDatabase(manifest, database, { db, vault, budget }))) return false;
  }
  const former = manifest.former === null ? null : await readManifest(vault, manifest.former).catch(() => null);
  // What the former backup has is stored again unless the store still has it.
  const pieces = former && (await listPieces(vault, budget));
  for (const bucket of manifest.buckets) {
    const source = sources.buckets[bucket.name];
    if (source && !(await copyFiles(manifest, bucket, { source, vault, budget, former, pieces }))) return false;
  }
  manifest.finishedAt = Date.now();
  manifest.stored += (await putText(vault, nameManifest(manifest.id, vault.key.id), JSON.stringify(manifest))).bytes;
  return true;
}

interface Reading {
  db: BackupDb;
  vault: Vault;
  budget: Budget;
}

const isUnread = ({ to }: Table) => to === undefined;

async function readDatabase(manifest: Manifest, database: BackedUpDatabase, reading: Reading): Promise<boolean> {
  const { tables } = database;
  if (tables.some(({ isSmall }) => isSmall === undefined)) await measure(tables, reading);
  for (const table of tables)
    if (isUnread(table) && !table.isSmall && !(await readLarge(manifest, database, table, reading))) return false;
  const small = tables.filter((table) => table.isSmall && isUnread(table));
  if (small.length === 0) return true;
  if (!hasLeft(reading.budget)) return false;
  await readSmall(manifest, database, small, reading);
  return true;
}

/** Finds the tables that are to be read together. */
async function measure(tables: readonly Table[], { db, budget }: Reading): Promise<void> {
  budget.calls -= tables.length;
  const sizes = await db.batch<{ rows: number; letters: number }>(
    tables.map(({ name, columns }) => {
      const letters = columns.map((column) => `coalesce(length(${quote(column)}), 0)`).join(" + ");
      const some = `select ${columns.map(quote).join(", ")} from ${quote(name)} limit ${smallRows + 1}`;
      return db.prepare(`select count(*) as rows, coalesce(sum(${letters}), 0) as letters from (${some})`);
    }),
  );
  let together = 0;
  for (const [index, table] of tables.entries()) {
    const { rows = 0, letters = 0 } = sizes[index]?.results[0] ?? {};
    table.isSmall = rows <= smallRows && letters <= smallLetters && together + letters <= smallTogether;
    if (table.isSmall) together += letters;
  }
}

async function readLarge(
  manifest: Manifest,
  database: BackedUpDatabase,
  table: Table,
  { db, vault, budget }: Reading,
): Promise<boolean> {
  let limit = firstRows;
  while (hasLeft(budget)) {
    const after = table.parts.at(-1)?.last ?? null;
    const at = Date.now();
    table.from ??= at;
    const { results } = await selectRows(db, table, { after, limit }).all();
    const { text, last } = writeLines(table, results);
    if (results.length > 0) {
      const object = `${partsOf(manifest.id)}${database.name}/${table.name}/${table.parts.length + 1}`;
      const { bytes, mark } = await putText(vault, object, text);
      manifest.stored += bytes;
      table.parts.push({ object, skip: 0, lines: results.length, sha256: hashBytes(text), last, mark });
      table.rows += results.length;
    }
    spend(budget, { calls: 2, bytes: text.length });
    if (results.length < limit) {
      table.to = at;
      return true;
    }
    limit = Math.max(1, Math.min(mostRows, limit * 8, Math.floor((limit * pageLetters) / text.length)));
  }
  return false;
}

async function readSmall(
  manifest: Manifest,
  database: BackedUpDatabase,
  tables: readonly Table[],
  { db, vault, budget }: Reading,
): Promise<void> {
  const at = Date.now();
  // They may have grown a little since they were counted; no page of them is larger than one of a large table.
  const limit = mostRows;
  const pages = await db.batch(tables.map((table) => selectRows(db, table, { after: null, limit })));
  const object = `${partsOf(manifest.id)}${database.name}/small`;
  const texts: string[] = [];
  const parts: { table: Table; part: Omit<Part, "mark"> }[] = [];
  let skip = 0;
  for (const [index, table] of tables.entries()) {
    const rows = pages[index]?.results ?? [];
    if (rows.length >= limit)
      throw new Error(`${table.name} has grown to more than ${limit} rows since the backup began.`);
    const { text, last } = writeLines(table, rows);
    Object.assign(table, { from: at, to: at, rows: rows.length });
    const part = { object, skip, lines: rows.length, sha256: hashBytes(text), last };
    if (rows.length > 0) parts.push({ table, part });
    skip += rows.length;
    texts.push(text);
  }
  const { bytes, mark } = await putText(vault, object, texts.join(""));
  manifest.stored += bytes;
  for (const { table, part } of parts) table.parts.push({ ...part, mark });
  spend(budget, { calls: tables.length + 1 });
}
