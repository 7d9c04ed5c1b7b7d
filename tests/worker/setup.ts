/**
 * All files share one workerd. Each gets its own modules and empty bindings; within a file each test begins with empty
 * tables (but for the signing keys) and an empty bucket.
 */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { emptyBucket, emptyTables, listTables, ofSchema, type Tables } from "./empty-tables.ts";

// Keys, queues of hashes and the like that a module keeps must not reach the next file.
vi.resetModules();

let schema = "";
let tables: Tables = { names: [], keepers: [] };

beforeAll(makeTables);

beforeEach(async () => {
  // A test may have changed the tables themselves.
  if ((await readDigest()) === schema) await emptyTables(tables);
  else await makeTables();
  await emptyBucket();
});

// No file needs an `afterEach` of its own for these.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function makeTables(): Promise<void> {
  await reset();
  // What reset() cuts off is sent once more by workerd, so that a statement can come twice: then all begins anew.
  await applyMigrations().catch(async () => {
    await reset();
    await applyMigrations();
  });
  schema = await readDigest();
  tables = await listTables();
}

async function applyMigrations(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await applyD1Migrations(env.SEARCH_DB, env.TEST_SEARCH_MIGRATIONS);
}

/** Names all parts of the schema, and says how long their statements are. */
async function readDigest(): Promise<string> {
  const parts = `select name || length(sql) as part ${ofSchema} order by name`;
  return (await env.DB.prepare(`select group_concat(part) as digest from (${parts})`).first("digest")) ?? "";
}
