/** Visitor records through the Worker's own doors. Who imports this replaces worker/pages.ts, which needs a build. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { VisitorRecord } from "#app/shared/visitor-record.ts";
import worker from "#worker/index.ts";
import { makeAddress, siteOrigin } from "./make.ts";
import { makeQueue } from "./analytics-make.ts";

/** What the Worker puts into the queue is kept, for the test to deliver when and as often as it likes. */
export function openWorker() {
  const { queue, sent } = makeQueue();
  async function post(path: string, body: object, address = makeAddress()): Promise<number> {
    const headers = { "Content-Type": "application/json", "CF-Connecting-IP": address, Origin: siteOrigin };
    const request = new Request(new URL(path, siteOrigin), { method: "POST", headers, body: JSON.stringify(body) });
    const ctx = createExecutionContext();
    const { status } = await worker.fetch(
      request as Request<unknown, IncomingRequestCfProperties>,
      { ...env, VISITOR_QUEUE: queue },
      ctx,
    );
    await waitOnExecutionContext(ctx);
    return status;
  }
  return {
    sent,
    store: (record: VisitorRecord, address?: string) => post("/api/store-visitor-analytics", record, address),
    erase: (visitor_id: string) => post("/api/erase-visitor-data", { visitor_id }),
  };
}

/** Hands messages to the consumer of the visitor queue, which takes them all. */
export async function deliver(bodies: readonly object[]): Promise<void> {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("fivewright-visitor-records", messages);
  const ctx = createExecutionContext();
  await worker.queue(batch, env, ctx);
  expect((await getQueueResult(batch, ctx)).explicitAcks).toHaveLength(bodies.length);
}

/** Runs the hourly jobs. */
export async function runHourly(): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), env, ctx);
  await waitOnExecutionContext(ctx);
}

/** Page views, the newest first. */
export function makeViews(count: number, { before = Date.now(), url = "/gcc" } = {}): VisitorRecord["page_views"] {
  return Array.from({ length: count }, (_, index) => ({
    url,
    timestamp: new Date(before - index).toISOString(),
    title: "",
  }));
}
