/** Visitor records through the Worker's own doors. Who imports this replaces worker/pages/pages.ts, which needs a build. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { VisitorRecord } from "#shared/analytics/visitor-record.ts";
import type { VisitMessage } from "#shared/analytics/visit-events.ts";
import type { exportVisitor } from "#worker/analytics/export-visitor.ts";
import worker from "#worker/index.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";
import { makeQueue } from "./analytics-make.ts";

type Exported = Awaited<ReturnType<typeof exportVisitor>>;

/** Holds what the Worker puts into the queue, for the test to deliver when and as often as it likes. */
export function openWorker() {
  const { queue, sent } = makeQueue();
  async function ask(
    path: string,
    body: object,
    { address = makeAddress(), origin = siteOrigin }: { address?: string | undefined; origin?: string } = {},
  ): Promise<Response> {
    const headers = { "Content-Type": "application/json", "CF-Connecting-IP": address, Origin: origin };
    const request = new Request(new URL(path, siteOrigin), { method: "POST", headers, body: JSON.stringify(body) });
    const ctx = createExecutionContext();
    const response = await worker.fetch(
      request as Request<unknown, IncomingRequestCfProperties>,
      { ...env, VISITOR_QUEUE: queue },
      ctx,
    );
    await waitOnExecutionContext(ctx);
    return response;
  }
  const post = async (path: string, body: object, address?: string) => (await ask(path, body, { address })).status;
  return {
    sent,
    store: (record: VisitorRecord, address?: string) => post("/api/store-visitor-analytics", record, address),
    collect: (message: VisitMessage, address?: string) => post("/api/collect", message, address),
    collectFrom: async (origin: string, message: VisitMessage) =>
      (await ask("/api/collect", message, { origin })).status,
    exportOf: async (visitor_id: string) => (await ask("/api/export-visitor-data", { visitor_id })).json<Exported>(),
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
export const runHourly = () => runJobs("17 * * * *");

/** Runs the jobs of every five minutes. */
export const runOften = () => runJobs("*/5 * * * *");

async function runJobs(cron: string): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron }), env, ctx);
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
