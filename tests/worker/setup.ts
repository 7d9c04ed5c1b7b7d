/**
 * All files share one workerd. Each gets its own modules and empty bindings; within a file each test begins with empty
 * tables (but for the signing keys) and an empty bucket.
 */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";

// Keys, queues of hashes and the like that a module keeps must not reach the next file.
vi.resetModules();

let schema = "";
let tables: string[] = [];
let keepers: Part[] = [];

interface Part {
  type: string;
  name: string;
  /** The table that it is part of. */
  tbl_name: string;
  sql: string;
}

const ofSchema = `from sqlite_master
  where sql is not null and name not like '\\_%' escape '\\' and name not like 'sqlite%' and name <> 'd1_migrations'`;

beforeAll(makeTables);

beforeEach(async () => {
  // A test may have changed the tables themselves.
  if ((await readDigest()) === schema) await emptyTables();
  else await makeTables();
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
});

// No file needs an `afterEach` of its own for these.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * An isolate remembers the signing keys, and a test that wants none deletes them itself. The settings are one row that is
 * always there: a test that changes it changes it back.
 */
const kept = new Set(["signing_keys", "analytics_settings", "alert_settings"]);

async function makeTables(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await applyD1Migrations(env.SEARCH_DB, env.TEST_SEARCH_MIGRATIONS);
  schema = await readDigest();
  const { results: parts } = await env.DB.prepare(`select type, name, tbl_name, sql ${ofSchema}`).all<Part>();
  tables = parts.filter(({ type, name }) => type === "table" && !kept.has(name)).map(({ name }) => name);
  keepers = parts.filter(
    ({ type, sql }) => type === "trigger" && /before delete|after delete[^]*\binsert\b/i.test(sql),
  );
}

/** Names all parts of the schema, and says how long their statements are. */
async function readDigest(): Promise<string> {
  const parts = `select name || length(sql) as part ${ofSchema} order by name`;
  return (await env.DB.prepare(`select group_concat(part) as digest from (${parts})`).first("digest")) ?? "";
}

/** Deletes all rows where there are any: to look costs less than to delete nothing. */
async function emptyTables(): Promise<void> {
  const columns = tables.map((name) => `exists (select 1 from "${name}") as "${name}"`);
  // D1 answers with a hundred columns at most.
  const halves = [columns.slice(0, tables.length / 2), columns.slice(tables.length / 2)];
  const selects = halves.map((half) => env.DB.prepare(`select ${half.join(", ")}`));
  const rows = await env.DB.batch<Record<string, number>>(selects);
  const row = Object.assign({}, ...rows.map(({ results }) => results[0])) as Record<string, number>;
  const filled = tables.filter((name) => row[name] === 1);
  if (filled.length === 0) return;
  // Triggers that keep rows from being deleted, or store what they leave, are in the way.
  const inTheWay = keepers.filter(({ tbl_name }) => filled.includes(tbl_name));
  const statements = [
    "pragma defer_foreign_keys = on",
    ...inTheWay.map(({ name }) => `drop trigger "${name}"`),
    ...filled.map((name) => `delete from "${name}"`),
    ...inTheWay.map(({ sql }) => sql),
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}
