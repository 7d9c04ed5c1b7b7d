import { env } from "cloudflare:workers";
import { expect, expectTypeOf, test } from "vitest";
import { columns, type Database } from "#worker/db/tables.ts";

interface Column {
  name: string;
}

test("tables.ts names every table of the migrations and no other", async () => {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table'
      AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`,
  ).all<{ name: string }>();
  expect(results.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted());
});

test.each(Object.entries(columns))("tables.ts lists the columns of %s", async (table, listed) => {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<Column>();
  expect(results.map(({ name }) => name).toSorted()).toEqual([...listed].toSorted());
});

test("no column of the types is missing from the lists", () => {
  type Missing = { [Table in keyof Database]: Exclude<keyof Database[Table], (typeof columns)[Table][number]> };
  expectTypeOf<Missing[keyof Database]>().toBeNever();
});

test("every table is STRICT", async () => {
  const { results } = await env.DB.prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'").all<{
    name: string;
    strict: 0 | 1;
  }>();
  const loose = results.filter(({ name, strict }) => name in columns && strict === 0);
  expect(loose).toEqual([]);
});

test.each([1, 2])("what ANALYZE has stored in one test is gone in the next: %i", async () => {
  const stored = env.DB.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'");
  expect(await stored.first()).toBeNull();
  await env.DB.prepare("ANALYZE").run();
  expect(await stored.first()).not.toBeNull();
});
