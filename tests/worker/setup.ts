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
let emptyTables: string[] = [];

beforeAll(makeTables);

beforeEach(async () => {
  // A test may have changed the tables themselves.
  if ((await readSchema()).text !== schema) await makeTables();
  else await env.DB.batch(emptyTables.map((statement) => env.DB.prepare(statement)));
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
});

// No file needs an `afterEach` of its own for these.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function makeTables(): Promise<void> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const { parts, text } = await readSchema();
  schema = text;
  // Triggers that keep rows from being deleted are in the way.
  const keepers = parts.filter(({ type, sql }) => type === "trigger" && /before delete/i.test(sql));
  // An isolate remembers the signing keys, and a test that wants none deletes them itself.
  const tables = parts.filter(({ type, name }) => type === "table" && name !== "signing_keys");
  emptyTables = [
    "pragma defer_foreign_keys = on",
    ...keepers.map(({ name }) => `drop trigger "${name}"`),
    ...tables.map(({ name }) => `delete from "${name}"`),
    ...keepers.map(({ sql }) => sql),
  ];
}

async function readSchema() {
  const { results: parts } = await env.DB.prepare(
    `select type, name, sql from sqlite_master
     where sql is not null and name not like '\\_%' escape '\\' and name not like 'sqlite%' and name <> 'd1_migrations'
     order by name`,
  ).all<{ type: string; name: string; sql: string }>();
  return { parts, text: JSON.stringify(parts) };
}
