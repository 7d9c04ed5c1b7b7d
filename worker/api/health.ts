import { createRoute, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { type Db, openDb, readRow, runBatch } from "../db/client.ts";
import { selectRealLetters } from "../dead-letters/read.ts";
import type { RequestScope } from "../lib/scope.ts";
import { createApi, jsonResponse } from "./app.ts";

/** Names of the migrations that this build was made with. */
const expected = Object.keys(import.meta.glob("../../migrations/*.sql"))
  .map((path) => path.split("/").at(-1) ?? path)
  .toSorted();

/** The commit that this build was made of; "dev" where there is no git (vite.config.ts). */
const version = (import.meta.env["VITE_COMMIT"] as string | undefined) ?? "dev";

const healthSchema = z
  .object({
    status: z.enum(["ok", "degraded", "down"]),
    version: z.string(),
    database: z.enum(["reachable", "unreachable"]),
    migrations: z.object({ expected: z.int(), applied: z.int(), pending: z.array(z.string()) }),
    checks: z.array(z.object({ name: z.string(), status: z.enum(["ok", "failing"]) })),
    dead_letters: z.int(),
  })
  .openapi("Health");

type Health = z.infer<typeof healthSchema>;

const healthRoute = createRoute({
  method: "get",
  path: "/health",
  tags: ["Service"],
  summary: "Version, migration state, whether D1 answers, and how each part of the site does.",
  responses: {
    200: jsonResponse("D1 answers; `degraded` while migrations are pending or a check fails.", healthSchema),
    503: jsonResponse("D1 does not answer.", healthSchema),
  },
});

export const healthApi = createApi().openapi(healthRoute, async (c) => {
  const health = await readHealth(c.env.scope);
  return health.status === "down" ? c.json(health, 503) : c.json(health, 200);
});

/**
 * What GET /api/health tells, in two round trips: while migrations are pending nothing is asked that may need them.
 */
async function readHealth({ env, log, subjects }: RequestScope): Promise<Health> {
  try {
    const db = openDb(env.DB);
    const applied = await listApplied(db);
    const pending = expected.filter((name) => !applied.includes(name));
    const { checks, deadLetters } = pending.length === 0 ? await runChecks(db, { env, subjects }) : unchecked;
    const isWell = pending.length === 0 && checks.every(({ status }) => status === "ok");
    return {
      status: isWell ? "ok" : "degraded",
      version,
      database: "reachable",
      migrations: { expected: expected.length, applied: applied.length, pending },
      checks,
      dead_letters: deadLetters,
    };
  } catch (error) {
    log.error("database unreachable", error);
    const migrations = { expected: expected.length, applied: 0, pending: [] };
    return { status: "down", version, database: "unreachable", migrations, checks: [], dead_letters: 0 };
  }
}

interface Checked {
  checks: Health["checks"];
  deadLetters: number;
}

const unchecked: Checked = { checks: [], deadLetters: 0 };

/** What each subject says of itself, and how many messages have failed, in one round trip. */
async function runChecks(db: Db, { env, subjects }: Pick<RequestScope, "env" | "subjects">): Promise<Checked> {
  const declared = subjects.flatMap(({ health = [] }) => health);
  const asked = declared.map(({ name, selectFailures }) => ({ name, query: selectFailures(db, env) }));
  const letters = selectRealLetters(db).select(({ fn }) => fn.countAll<number>().as("count"));
  const queries = asked.flatMap(({ query }) => query ?? []);
  const [counted, ...results] = await runBatch(db, [letters, ...queries]);
  const failing = new Set(queries.filter((_query, index) => results[index]?.results.length !== 0));
  return {
    checks: asked.map(({ name, query }) => ({ name, status: query && failing.has(query) ? "failing" : "ok" })),
    deadLetters: readRow(letters, counted).count,
  };
}

/** Names in the table that wrangler keeps; none while no migration has ever run. */
async function listApplied(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM d1_migrations`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    const table = await sql`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`.execute(db);
    if (table.rows.length > 0) throw error;
    return [];
  }
}
