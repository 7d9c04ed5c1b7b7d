import { type Compilable, Kysely } from "kysely";
import { D1Dialect } from "kysely-d1";
import type { Database } from "./tables.ts";

export type Db = Kysely<Database>;

type Connection = D1Database | D1DatabaseSession;

/** What each Db was opened over: Kysely knows nothing of `batch`. */
const connections = new WeakMap<object, Connection>();

/**
 * Kysely over a D1 binding or one of its sessions. Opening costs nothing: make one per request.
 * `db.transaction()` throws on D1; use `runBatch` for writes that belong together.
 */
export function openDb(d1: Connection): Db {
  return openTables<Database>(d1);
}

/** The same over a database that has other tables. */
export function openTables<Tables>(d1: Connection): Kysely<Tables> {
  // The dialect only ever calls `prepare`, which a session has too.
  const db = new Kysely<Tables>({ dialect: new D1Dialect({ database: d1 as D1Database }) });
  connections.set(db, d1);
  return db;
}

/**
 * Where public pages read from. What shared caches keep (`isShared`) is read from the primary: a copy may lag, and what
 * was purged would come back from it for an hour. Any other answer is read from the nearest copy.
 */
export function openReads({ DB }: Pick<Env, "DB">, { isShared = true } = {}): Db {
  return openDb(DB.withSession(isShared ? "first-primary" : "first-unconstrained"));
}

/**
 * Runs compiled queries in order as one transaction: all of them take effect or none.
 * Returns one D1Result per query, in the same order.
 */
export async function runBatch(db: object, queries: readonly Compilable[]): Promise<D1Result[]> {
  const d1 = connections.get(db);
  if (!d1) throw new TypeError("A batch runs on what openDb, openTables or openReads has opened.");
  return d1.batch(
    queries.map((query) => {
      const { sql, parameters } = query.compile();
      return d1.prepare(sql).bind(...parameters);
    }),
  );
}

/** The first row of one result of `runBatch`, or undefined. The caller names the row's shape. */
export function firstRow<Row>(result: D1Result | undefined): Row | undefined {
  return result?.results[0] as Row | undefined;
}

/** The rows of one result of `runBatch`, in the shape of the query that it answers. */
export function readRows<Row>(_query: Compilable<Row>, result: D1Result | undefined): Row[] {
  return (result?.results ?? []) as Row[];
}

/**
 * The row of one result of `runBatch` whose query always gives one.
 * @throws {Error} when it gave none
 */
export function readRow<Row>(query: Compilable<Row>, result: D1Result | undefined): Row {
  const [row] = readRows(query, result);
  if (row === undefined) throw new Error("A query that always gives a row gave none.");
  return row;
}
