import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitStatements } from "wrangler";
import { root } from "./command.ts";

/**
 * Applies the migrations that an embedded database lacks, each in one transaction, and writes their names where
 * `wrangler d1 migrations apply` does. That command starts a workerd for every file, which takes most of a second. `migrations` is their folder.
 */
export async function applyMigrations(db: D1Database, migrations = "migrations"): Promise<void> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
       )`,
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const folder = join(root, migrations);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql") && !applied.has(name)).toSorted();
  for (const name of files) {
    const statements = splitStatements(await readFile(join(folder, name), "utf8"));
    const note = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), note]);
  }
}
