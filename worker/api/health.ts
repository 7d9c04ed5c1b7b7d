import { createRoute, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { version } from "../../package.json";
import { openDb } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { createApi, jsonResponse } from "./app.ts";

/** Names of the migrations that this build was made with. */
const expected = Object.keys(import.meta.glob("../../migrations/*.sql"))
  .map((path) => path.split("/").at(-1) ?? path)
  .toSorted();

const healthSchema = z
  .object({
    status: z.enum(["ok", "degraded", "down"]),
    version: z.string(),
    database: z.enum(["reachable", "unreachable"]),
    migrations: z.object({ expected: z.int(), applied: z.int(), pending: z.array(z.string()) }),
  })
  .openapi("Health");

type Health = z.infer<typeof healthSchema>;

const healthRoute = createRoute({
  method: "get",
  path: "/health",
  tags: ["Service"],
  summary: "Version, migration state and whether D1 answers.",
  responses: {
    200: jsonResponse("D1 answers; `degraded` while migrations are pending.", healthSchema),
    503: jsonResponse("D1 does not answer.", healthSchema),
  },
});

export const healthApi = createApi().openapi(healthRoute, async (c) => {
  const health = await readHealth(c.env.scope);
  return health.status === "down" ? c.json(health, 503) : c.json(health, 200);
});

/** What GET /api/health tells. */
async function readHealth({ env, log }: RequestScope): Promise<Health> {
  try {
    const applied = await listApplied(env);
    const pending = expected.filter((name) => !applied.includes(name));
    return {
      status: pending.length === 0 ? "ok" : "degraded",
      version,
      database: "reachable",
      migrations: { expected: expected.length, applied: applied.length, pending },
    };
  } catch (error) {
    log.error("database unreachable", error);
    const migrations = { expected: expected.length, applied: 0, pending: [] };
    return { status: "down", version, database: "unreachable", migrations };
  }
}

/** Names in the table that wrangler keeps; none while no migration has ever run. */
async function listApplied(env: Env): Promise<string[]> {
  const db = openDb(env.DB);
  const table = await sql`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM d1_migrations`.execute(db);
  return rows.map(({ name }) => name);
}
