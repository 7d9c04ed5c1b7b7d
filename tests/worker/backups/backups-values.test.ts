/** Values of any type and the tables of an older version come back as they were; the names of backups say when each began. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { listBackups, readBackupTime } from "#worker/backups/objects.ts";
import { nameBackup } from "#worker/backups/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { backUp, fillSite, openMemory, openVault, readAll, restore } from "./backups-make.ts";

const db = openDb(env.DB);

test("a backup of an older version is restored, and brought up to date", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  await fillSite();
  // As before that migration.
  await env.DB.batch(
    ["drop table backup_runs", "drop table backup_notes", "delete from d1_migrations where name = '0016_backups.sql'"]
      .concat(
        (
          await env.DB.prepare(
            "select name from sqlite_master where type = 'trigger' and name glob '*_are_noted'",
          ).all<{ name: string }>()
        ).results.map(({ name }) => `drop trigger ${name}`),
      )
      .map((sql) => env.DB.prepare(sql)),
  );
  const before = (await readAll()) as Record<string, unknown>;
  const { id } = await backUp(vault);
  await restore(vault, id);
  const after = (await readAll()) as typeof before;
  expect(after["accounts"]).toEqual(before["accounts"]);
  expect(await db.selectFrom("backup_runs").select(["kind", "state"]).execute()).toEqual([
    { kind: "restored", state: "done" },
  ]);
});

test("any value comes back as it was, whatever its type, in tables with and without a key of their own", async () => {
  const { store } = openMemory();
  const value = fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((each) => `cast('${each}' as integer)`),
    fc
      .double({ noNaN: true })
      .map((each) => (Number.isFinite(each) ? `cast('${each}' as real)` : each > 0 ? "9e999" : "-9e999")),
    fc
      .string({ unit: "binary" })
      .filter((text) => text.isWellFormed())
      .map((text) => `cast(x'${Buffer.from(text).toString("hex")}' as text)`),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => `x'${Buffer.from(bytes).toString("hex")}'`),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(value, value, value), { maxLength: 40, selector: ([first]) => first }),
      async (rows) => {
        const written = rows
          .map(([a, b, c], at) => `(${a ?? "null"}, ${b ?? "null"}, ${c ?? "null"}, ${at})`)
          .join(", ");
        const statements = [
          "drop table if exists any_values",
          "drop table if exists no_rowid",
          "create table any_values (a any, b any, c any, n integer) strict",
          "create table no_rowid (k any not null, b any, primary key (k)) strict, without rowid",
          ...(rows.length > 0
            ? [
                `insert into any_values values ${written}`,
                "insert or ignore into no_rowid select a, b from any_values where a is not null",
              ]
            : []),
        ];
        await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
        const before = (await readAll()) as Record<string, unknown>;
        const vault = await openVault(store);
        const { id } = await backUp(vault, { at: Date.now() + 1000 * (run += 1) });
        await restore(vault, id);
        const after = (await readAll()) as typeof before;
        expect([after["any_values"], after["no_rowid"]]).toEqual([before["any_values"], before["no_rowid"]]);
      },
    ),
    { numRuns: Math.max(3, Math.round(countRuns(4000) / 100)) },
  );
});

test("backups are listed by when they began", async () => {
  const { store } = openMemory();
  const vault = await openVault(store);
  const ids = [(await backUp(vault, { at: 1e12 })).id, (await backUp(vault, { at: 2e12 })).id];
  expect((await listBackups(store)).map(({ id }) => id)).toEqual(ids);
});

test("only the name of a backup is read as one: Date.parse finds a date in the names of folders, too", () => {
  expect(readBackupTime(nameBackup(1.5e12))).toBe(1.5e12);
  const others = ["backups/localhost-8787", "backups/drill-1", "2026-11-26", "2026-13-26T10-00-00Z-abcdef", ""];
  expect(others.map(readBackupTime)).toEqual(others.map(() => Number.NaN));
});
