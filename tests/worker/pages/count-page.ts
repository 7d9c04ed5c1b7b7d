/** What the built Worker asks of D1, and sends, for an address. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { worker } from "../built-worker.ts";

export type Cost = [trips: number, queries: number, rowsRead: number, rowsWritten: number, kilobytes: number];

export async function countPage(path: string, headers: Record<string, string> = {}): Promise<Cost> {
  const counts = startCounts();
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}${path}`, { headers }) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, { ...env, DB: countD1(env.DB, counts) }, ctx);
  expect(response.status, path).toBe(200);
  const { byteLength } = await response.arrayBuffer();
  await waitOnExecutionContext(ctx);
  return [counts.trips, counts.queries, counts.rowsRead, counts.rowsWritten, byteLength / 1000];
}
