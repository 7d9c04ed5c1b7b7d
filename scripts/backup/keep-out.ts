/**
 * Keeps everybody but the restore from changing rows while tables are empty or half full: what is sent meanwhile is refused, and not
 * confirmed and lost. Triggers of the database do it, so that no request of a site that is not being restored pays for it, and nobody
 * comes between a question and a write.
 */
import { guardPrefix, marker } from "../../worker/backups/is-restoring.ts";
import { quote } from "../../worker/backups/read-rows.ts";
import type { BackupDb } from "../../worker/backups/types.ts";

/** Divisible by four and by two: a table and its guards, and a guard and what it replaces, are of one transaction. */
const perBatch = 48;
/** A table that says that rows have gone. */
const emptied = `${guardPrefix}emptied`;
export const noteEmptied = `create table if not exists ${emptied} (at integer)`;

const changes = ["insert", "update", "delete"] as const;
const nameGuard = (change: string, table: string) => quote(`${guardPrefix}${change}_${table}`);

/** The triggers of a table: they let pass who has a row in the marker, which is seen within the transaction that writes it alone. */
export function planGuards(table: string): string[] {
  return changes.map(
    (change) =>
      `create trigger ${nameGuard(change, table)} before ${change} on ${quote(table)}
        when not exists (select 1 from ${marker}) begin select raise(abort, 'The site is being restored'); end`,
  );
}

/**
 * From here on only `openPass` changes rows. The marker has to be there. May be repeated: migrations that replace a table take its guards
 * along, or give them to another one.
 */
export async function keepOut(db: BackupDb): Promise<void> {
  const { results } = await db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*'
        and name <> '${marker}' and name not glob '${guardPrefix}*'`,
    )
    .all<{ name: string }>();
  await db.prepare(`delete from ${marker}`).run();
  await run(
    db,
    results.flatMap(({ name }) => {
      const guards = planGuards(name);
      return changes.flatMap((change, at) => [`drop trigger if exists ${nameGuard(change, name)}`, guards[at] ?? ""]);
    }),
  );
}

/** True where a restore has begun to take rows away, and has not ended. */
export async function isEmptied(db: BackupDb): Promise<boolean> {
  return (await db.prepare(`select 1 from sqlite_master where name = '${emptied}'`).first()) !== null;
}

/** Lets everybody in again: the marker goes last. May be repeated. */
export async function letIn(db: BackupDb): Promise<void> {
  const { results } = await db
    .prepare(`select name from sqlite_master where type = 'trigger' and name glob '${guardPrefix}*'`)
    .all<{ name: string }>();
  await run(
    db,
    results.map(({ name }) => `drop trigger if exists ${quote(name)}`),
  );
  await run(db, [`drop table if exists ${emptied}`, `drop table if exists ${marker}`]);
}

/** Statements without values, some in each transaction. */
export async function run(db: BackupDb, statements: readonly string[]): Promise<void> {
  for (let from = 0; from < statements.length; from += perBatch)
    await db.batch(statements.slice(from, from + perBatch).map((sql) => db.prepare(sql)));
}

/** The database for the restore itself: each statement, and each batch, has its row in the marker before it and none after it. */
export function openPass(db: BackupDb): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>();

  async function batch(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    const own = statements.map((statement) => inner.get(statement) ?? statement);
    const [enter, leave] = [`insert into ${marker} values (1)`, `delete from ${marker}`];
    const results = await db.batch([db.prepare(enter), ...own, db.prepare(leave)]);
    return results.slice(1, -1);
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const all = async () => (await batch([statement]))[0];
    const own = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all,
      run: all,
      async first(column?: string) {
        const row = (await all())?.results[0] as Record<string, unknown> | undefined;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
    };
    inner.set(own, statement);
    return own as unknown as D1PreparedStatement;
  }

  return { prepare: (sql: string) => wrap(db.prepare(sql)), batch } as unknown as D1Database;
}
