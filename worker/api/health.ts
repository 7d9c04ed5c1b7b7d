import { createRoute, z } from "@hono/zod-openapi";
import { sql } from "kysely";
import { version } from "../../package.json";
import { type Db, openDb } from "../db/client.ts";
import { countDeadLetters } from "../dead-letters/read.ts";
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

/** What GET /api/health tells. While migrations are pending nothing is asked that may need them. */
async function readHealth({ env, log, subjects }: RequestScope): Promise<Health> {
  try {
    const db = openDb(env.DB);
    const applied = await listApplied(db);
    const pending = expected.filter((name) => !applied.includes(name));
    const known = pending.length === 0 ? subjects.flatMap(({ health = [] }) => health) : [];
    const checks = await Promise.all(
      known.map(
        async ({ name, isHealthy }) => ({ name, status: (await isHealthy(db, env)) ? "ok" : "failing" }) as const,
      ),
    );
    const isWell = pending.length === 0 && checks.every(({ status }) => status === "ok");
    return {
      status: isWell ? "ok" : "degraded",
      version,
      database: "reachable",
      migrations: { expected: expected.length, applied: applied.length, pending },
      checks,
      dead_letters: pending.length === 0 ? await countDeadLetters(db, { real: true }) : 0,
    };
  } catch (error) {
    log.error("database unreachable", error);
    const migrations = { expected: expected.length, applied: 0, pending: [] };
    return { status: "down", version, database: "unreachable", migrations, checks: [], dead_letters: 0 };
  }
}

/** Names in the table that wrangler keeps; none while no migration has ever run. */
async function listApplied(db: Db): Promise<string[]> {
  const table = await sql`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM d1_migrations`.execute(db);
  return rows.map(({ name }) => name);
}
