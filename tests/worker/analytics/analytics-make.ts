/** Visitor records, queues and queue batches for tests. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { bannerVersion } from "#shared/analytics/consent.ts";
import type { VisitorRecord } from "#shared/analytics/visitor-record.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import type { RequestFacts } from "#worker/analytics/prepare-record.ts";
import { openDb } from "#worker/db/client.ts";
import { breakBinding } from "../faulty-bindings.ts";

export const desktopAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** A record as the site's own script sends it, of a visitor who accepted just now. */
export function makeRecord(overrides: Partial<VisitorRecord> = {}): VisitorRecord {
  const at = new Date().toISOString();
  return {
    visitor_id: crypto.randomUUID(),
    consent_status: "accepted",
    first_visit: at,
    user_agent: desktopAgent,
    referrer: "https://news.example/story?id=7",
    language: "de-CH",
    timezone: "Europe/Zurich",
    page_views: [{ url: "/gcc", timestamp: at, title: "Global Capability Centers" }],
    chosen_at: at,
    banner_version: bannerVersion,
    ...overrides,
  };
}

export function makeFacts(overrides: Partial<RequestFacts> = {}): RequestFacts {
  return {
    receivedAt: Date.now(),
    network: "4611686018427387904",
    origins: ["http://localhost:8787"],
    userAgent: desktopAgent,
    country: "CH",
    gpc: false,
    ...overrides,
  };
}

interface TestMessage extends Message {
  outcome: "none" | "ack" | "retry";
}

/** A batch whose messages remember what became of them. */
export function makeBatch(bodies: readonly (VisitorMessage | object)[]) {
  const messages = bodies.map((body, index): TestMessage => {
    const message: TestMessage = {
      id: `message-${index}`,
      timestamp: new Date(),
      body,
      attempts: 1,
      outcome: "none",
      ack() {
        message.outcome = "ack";
      },
      retry() {
        message.outcome = "retry";
      },
    };
    return message;
  });
  const batch = { queue: "visitors", messages, ackAll() {}, retryAll() {} } as unknown as MessageBatch;
  return { batch, outcomes: () => messages.map((message) => message.outcome) };
}

type QueueOfTest = NonNullable<Env["VISITOR_QUEUE"]>;

/** A queue that keeps what it is given. */
export function makeQueue() {
  const sent: VisitorMessage[] = [];
  const send = (message: unknown) => Promise.resolve(void sent.push(message as VisitorMessage));
  return { sent, queue: { send } as unknown as QueueOfTest };
}

/** A queue that takes nothing: records are written at once. */
export const closedQueue = { send: () => Promise.reject(new Error("queue is down")) } as unknown as QueueOfTest;

/** A database that takes nothing. */
export const brokenDb = breakBinding("DB", { hits: (call) => call === "DB.batch" }).DB;

const tables = ["consent_records", "visitors", "visits", "visit_events", "dropped_records", "erased_visitors"] as const;

/** How many rows each table of the subject has; empty tables are left out. */
export async function countRows() {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const row = await openDb(env.DB)
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return [table, row.count] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

export function silenceErrors() {
  return vi.spyOn(console, "error").mockImplementation(() => {});
}
