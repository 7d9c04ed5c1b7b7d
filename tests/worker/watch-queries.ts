/** What the built Worker asks of D1, statement by statement, and how SQLite would find the rows. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { countD1, type D1Counts, startCounts } from "../../lab/bench/count-d1.ts";
import { worker } from "./built-worker.ts";
import { makeAddress, siteOrigin } from "./make-scope.ts";

export interface Watch {
  /** Every statement, with the values of its last use. */
  statements: Map<string, readonly unknown[]>;
  /** What one visit asks for. */
  visit(path: string, init?: RequestInit): Promise<D1Counts & { response: Response }>;
  /** What `run` asks for of a database that it is handed. */
  count(run: (DB: D1Database) => Promise<unknown>): Promise<D1Counts>;
}

export function watchQueries(): Watch {
  const statements = new Map<string, readonly unknown[]>();

  async function count(run: (DB: D1Database) => Promise<unknown>): Promise<D1Counts> {
    const counts = startCounts();
    await run(
      countD1(env.DB, counts, (trip) => {
        for (const { sql, values } of trip) statements.set(sql, values);
      }),
    );
    return counts;
  }

  async function visit(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", makeAddress());
    headers.set("Sec-Fetch-Site", "same-origin");
    headers.set("Origin", siteOrigin);
    const request = new Request(siteOrigin + path, { ...init, headers, redirect: "manual" });
    let response = new Response();
    const counts = await count(async (DB) => {
      const ctx = createExecutionContext();
      response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, DB }, ctx);
      await response.clone().arrayBuffer();
      await waitOnExecutionContext(ctx);
    });
    return { ...counts, response };
  }

  return { statements, visit, count };
}

/**
 * Tables of a few rows, or as many as there are topics, days, colleagues, jobs or groups of errors, which are read as a whole where all of them are listed; and
 * tables that a job empties, so many rows at a time.
 */
const small =
  /^SCAN (categories|authors|tags|signing_keys|rolled_days|stale_hours|report_subscriptions|job_runs|alerts|error_groups|archived_days)$/;
/** Results of sub-queries, constants and JSON have no index. */
const noTable = /^SCAN (CONSTANT ROW|\(subquery-\d+\)|[a-z_]+ VIRTUAL TABLE .*)$/;

/** The tables that SQLite would read from end to end for `sql`, without an index. */
export async function listScans(
  sql: string,
  values: readonly unknown[],
  tables: ReadonlySet<string>,
): Promise<string[]> {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results
    .map(({ detail }) => detail)
    .filter((step) => /^SCAN (?!.*USING )/.test(step) && !small.test(step) && !noTable.test(step))
    .filter((step) => {
      // Other names are those of sub-queries; an alias of a table is written as `table AS alias`.
      const [, name = ""] = /^SCAN (\w+)/.exec(step) ?? [];
      const [, table = name] = new RegExp(`"?(\\w+)"? as "?${name}"?\\b`, "i").exec(sql) ?? [];
      return tables.has(table);
    });
}
