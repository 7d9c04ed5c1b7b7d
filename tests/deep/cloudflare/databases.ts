/** D1 by its API: statements run in the very databases that the deployed Workers are bound to. */
import { unstable_splitSqlQuery as splitStatements } from "wrangler";
import { describeDatabase, ok, refuse, type StandIn } from "../../cloudflare-stand-in.ts";
import type { Part } from "./types.ts";

interface Query {
  sql: string;
  params?: unknown[];
}

/** `open`: a database by its id. */
export function openDatabases(account: Pick<StandIn, "databases">, open: (id: string) => Promise<D1Database>) {
  const answer: Part = async ({ method, path, body }) => {
    const [, id = "", what = ""] = /^\/d1\/database\/([\w-]+)(\/query)?$/.exec(path) ?? [];
    if (id === "") return undefined;
    const found = account.databases.find(({ uuid, name }) => uuid === id || name === id);
    if (!found) return refuse(404, 7404, `The database ${id} could not be found`);
    if (what === "") return ok({ ...describeDatabase(found), num_tables: 0, file_size: 0 });
    if (method !== "POST") return undefined;
    const queries = "batch" in (body as object) ? (body as { batch: Query[] }).batch : [body as Query];
    const database = await open(found.uuid);
    const statements = queries.flatMap(({ sql, params = [] }) =>
      params.length > 0
        ? [database.prepare(sql).bind(...params)]
        : splitStatements(sql).map((text) => database.prepare(text)),
    );
    try {
      // A batch is one transaction, and so are all statements of one query.
      return ok(await database.batch(statements));
    } catch (error) {
      return refuse(400, 7500, (error as Error).message.replace(/^D1_ERROR: /, ""));
    }
  };
  return { answer };
}
