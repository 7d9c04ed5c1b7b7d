import { type Compilable, sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { HealthCheck } from "../lib/subject.ts";

type Checking = Pick<RequestScope, "env" | "subjects">;

/** The checks of all subjects, each with its query; null where this deployment has nothing to look at. */
export function planChecks(db: Db, { env, subjects }: Checking) {
  const declared: readonly HealthCheck[] = subjects.flatMap(({ health = [] }) => health);
  return declared.map((check) => ({ check, query: check.selectFailures(db, env) }));
}

type Planned = ReturnType<typeof planChecks>;

/** The queries of the checks that have one, for one batch. */
export function listQueries(planned: Planned) {
  return planned.flatMap(({ query }) => query ?? []);
}

/** How each check does; `results` are those of `listQueries`, in its order. */
export function readChecks(planned: Planned, results: readonly D1Result[]) {
  const queries = listQueries(planned);
  const failing = new Set(queries.filter((_query, index) => results[index]?.results.length !== 0));
  return planned.map(({ check, query }) => ({
    check,
    state: query === null ? ("off" as const) : failing.has(query) ? ("failing" as const) : ("ok" as const),
  }));
}

/** Names in the table that wrangler keeps; none while no migration has ever run. */
export async function listApplied(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM d1_migrations`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    const table = await sql`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`.execute(db);
    if (table.rows.length > 0) throw error;
    return [];
  }
}

/** Runs `queries` and reads which migrations are applied, in one round trip where the table of migrations is there. */
export async function runWithApplied(db: Db, queries: readonly Compilable[]) {
  const names = sql<{ name: string }>`select name from d1_migrations`;
  try {
    const [applied, ...results] = await runBatch(db, [{ compile: () => names.compile(db) }, ...queries]);
    return { applied: (applied?.results ?? []).map((row) => String((row as { name: unknown }).name)), results };
  } catch (error) {
    if (!/no such table: d1_migrations/.test(String(error))) throw error;
    return { applied: [], results: await runBatch(db, queries) };
  }
}
