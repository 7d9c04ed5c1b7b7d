import { createRoute, z } from "@hono/zod-openapi";
import { type Db, openDb, readRow, runBatch } from "../db/client.ts";
import { selectRealMessages } from "#worker/failed-messages/read.ts";
import type { RequestScope } from "../lib/scope.ts";
import { listApplied, listQueries, planChecks, readChecks } from "../operations/checks.ts";
import { listMigrations, readVersion } from "../operations/version.ts";
import { createApi, jsonResponse } from "./app.ts";

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
 * The answer of GET /api/health, in two round trips: while migrations are pending nothing is asked that may need them.
 */
async function readHealth({ env, log, subjects }: RequestScope): Promise<Health> {
  const expected = listMigrations();
  try {
    const db = openDb(env.DB);
    const applied = await listApplied(db);
    const pending = expected.filter((name) => !applied.includes(name));
    const { checks, failedMessages } = pending.length === 0 ? await runChecks(db, { env, subjects }) : unchecked;
    const isWell = pending.length === 0 && checks.every(({ status }) => status === "ok");
    return {
      status: isWell ? "ok" : "degraded",
      version: readVersion(),
      database: "reachable",
      migrations: { expected: expected.length, applied: applied.length, pending },
      checks,
      dead_letters: failedMessages,
    };
  } catch (error) {
    log.error("database unreachable", error);
    const migrations = { expected: expected.length, applied: 0, pending: [] };
    return { status: "down", version: readVersion(), database: "unreachable", migrations, checks: [], dead_letters: 0 };
  }
}

interface Checked {
  checks: Health["checks"];
  failedMessages: number;
}

const unchecked: Checked = { checks: [], failedMessages: 0 };

/** What each subject says of itself, and how many messages have failed, in one round trip. */
async function runChecks(db: Db, scope: Pick<RequestScope, "env" | "subjects">): Promise<Checked> {
  const planned = planChecks(db, scope);
  const letters = selectRealMessages(db).select(({ fn }) => fn.countAll<number>().as("count"));
  const [counted, ...results] = await runBatch(db, [letters, ...listQueries(planned)]);
  return {
    checks: readChecks(planned, results).map(({ check: { name }, state }) => ({
      name,
      status: state === "failing" ? state : "ok",
    })),
    failedMessages: readRow(letters, counted).count,
  };
}
