/**
 * All files share one workerd, and read each module once. Each begins with an isolate's memory and bindings as they are when
 * new; within a file each test begins with empty tables (but for the signing keys) and an empty bucket.
 */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { beginIsolate } from "#worker/lib/isolate-memory.ts";
import { emptyWritten, listTables, ofSchema, openKeepers, readWrites, type Tables } from "./empty-tables.ts";

interface Made {
  /** Of the database, and of all else that a file may leave something in. */
  schema: string;
  rest: string;
  tables: Tables;
}

declare global {
  // This file is read anew for each file of tests: what it has made stays for the next one.
  var made: Made | undefined;
}

beforeAll(async () => {
  beginIsolate();
  readWrites();
  // What cannot even be read is made anew, too.
  if (!(await isAsMade().catch(() => false))) await make();
});

beforeEach(async () => {
  const { made } = globalThis;
  if (!made || (readWrites().isSchema && (await readSchema(env.DB)) !== made.schema)) await make();
  else await emptyWritten(made.tables);
});

// The Worker logs a line for each request. A test that reads these lines spies on the log, too; what is to be seen goes to `info`.
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

// No file needs an `afterEach` of its own for these.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** True once the database is empty, when what the file before has left elsewhere is as it was made. */
async function isAsMade(): Promise<boolean> {
  const { made } = globalThis;
  if (!made || (await readSchema(env.DB)) !== made.schema) return false;
  await emptyWritten(made.tables);
  await env.DB.prepare("delete from signing_keys").run();
  return (await readRest()) === made.rest;
}

/** To apply all migrations takes half a second. */
async function make(): Promise<void> {
  await reset();
  // What reset() cuts off is sent once more by workerd, so that a statement can come twice: then all begins anew.
  await applyMigrations().catch(async () => {
    await reset();
    await applyMigrations();
  });
  await openKeepers();
  const tables = await listTables();
  globalThis.made = { schema: await readSchema(env.DB), rest: await readRest(), tables };
  // What the migrations wrote: some tables begin with rows.
  await emptyWritten(tables);
}

async function applyMigrations(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await applyD1Migrations(env.SEARCH_DB, env.TEST_SEARCH_MIGRATIONS);
}

/** Names all parts of the schema, and says how long their statements are. */
async function readSchema(db: D1Database): Promise<string> {
  const parts = `select name || length(sql) as part ${ofSchema} order by name`;
  return (await db.prepare(`select group_concat(part) as digest from (${parts})`).first("digest")) ?? "";
}

/** The settings, what was migrated, the index of the search, and what is in the archive and in the buckets. */
async function readRest(): Promise<string> {
  const filled = ["analytics_settings", "alert_settings", "d1_migrations"];
  const years = [env.VISITS_2025, env.VISITS_2026].filter((year) => year !== undefined);
  const buckets = [env.MEDIA, env.BACKUPS, env.VISITS_BUCKET].filter((bucket) => bucket !== undefined);
  const rest = await Promise.all([
    env.DB.batch(filled.map((name) => env.DB.prepare(`select * from ${name}`))),
    readIndex(env.SEARCH_DB),
    ...years.map(readSchema),
    ...buckets.map(async (bucket) => (await bucket.list()).objects.map(({ key }) => key)),
  ]);
  return JSON.stringify(rest, (name, value: unknown) => (name === "meta" ? undefined : value));
}

/** The tables of the search, how many rows each has, and what its state is. */
async function readIndex(db: D1Database): Promise<unknown> {
  const tables =
    "select name, sql from sqlite_master where sql like 'create table%' and name not like '\\_%' escape '\\'";
  const { results } = await db.prepare(tables).all<{ name: string }>();
  const queries = results.map(({ name }) =>
    name === "state" ? "select * from state" : `select count(*) from "${name}"`,
  );
  return [results, queries.length > 0 && (await db.batch(queries.map((query) => db.prepare(query))))];
}
