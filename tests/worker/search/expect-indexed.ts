import { env } from "cloudflare:workers";
import type { Compilable } from "kysely";
import { expect } from "vitest";

/** Fails when D1 would read a whole table for `query` instead of an index. */
export async function expectIndexed(query: Compilable): Promise<void> {
  const { sql, parameters } = query.compile();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  const plan = results.map(({ detail }) => detail);
  expect(
    plan.some((step) => /USING .*(INDEX|PRIMARY KEY)/.test(step)),
    sql,
  ).toBe(true);
  // A constant row and the result of a sub-query have no index.
  const scans = plan.filter((step) => /^SCAN (?!.*USING|CONSTANT ROW|counted|page\b|days\b|\(subquery)/.test(step));
  expect(scans, sql).toEqual([]);
}
