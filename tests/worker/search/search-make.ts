/** The search's database for tests, filled by the built Worker from what the test has stored and from the site's pages. */
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { schedules } from "#worker/lib/schedules.ts";
import { putDocuments } from "#worker/search/engine/put-documents.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { worker } from "../built-worker.ts";

/** Without a queue the Worker does at once what it would send itself. */
const withoutQueue = { ...env, SEARCH_QUEUE: undefined } as unknown as Env;

export const searchDb = openSearchDb(env.SEARCH_DB);

/** Empties the tables of the search: for `beforeAll` or `beforeEach`. */
export async function resetSearch(): Promise<void> {
  const statements = [
    "delete from runs",
    "delete from versions",
    "delete from vectors",
    "delete from stems",
    "delete from embedding_failures",
    "delete from document_index",
    "delete from chunk_index",
    "delete from chunk_words",
    "delete from chunks",
    "delete from documents",
    `update state set compared_at = null, comparison = null, build = '', comparing_after = null, comparing_since = null,
      comparing_at = null, comparing_found = null, embedded = -1, generation = generation + 1`,
  ];
  await env.SEARCH_DB.batch(statements.map((statement) => env.SEARCH_DB.prepare(statement)));
}

/** Has the built Worker consume messages of the search, and all that follow from them. */
async function workOnSearch(...messages: object[]): Promise<void> {
  expect(await consume(messages.map((body) => ({ body, attempts: 1 })))).toEqual([]);
}

interface Sent {
  body: object;
  attempts: number;
}

/** Hands messages to the built Worker; returns those that it puts back. */
async function consume(sent: readonly Sent[], overrides: Partial<Env> = {}): Promise<Sent[]> {
  const ctx = createExecutionContext();
  const messages = sent.map(({ body, attempts }, index) => ({
    id: `m${index}`,
    timestamp: new Date(),
    attempts,
    body,
  }));
  const batch = createMessageBatch("fivewright-search", messages);
  await worker.queue(batch, { ...withoutQueue, ...overrides }, ctx);
  const { outcome, retryMessages } = await getQueueResult(batch, ctx);
  expect(outcome).toBe("ok");
  const back = new Set(retryMessages.map(({ msgId }) => msgId));
  return messages.filter(({ id }) => back.has(id)).map(({ body, attempts }) => ({ body, attempts: attempts + 1 }));
}

/**
 * Delivers messages and what follows from them, one at a time, until none is left. With `isTwice` each comes twice. `chooseEnv` may give
 * each delivery other bindings. Returns how many were delivered.
 */
export async function drain(
  bodies: readonly object[],
  { isTwice = false, chooseEnv = () => ({}) }: { isTwice?: boolean; chooseEnv?: () => Partial<Env> } = {},
): Promise<number> {
  const waiting: Sent[] = bodies.map((body) => ({ body, attempts: 1 }));
  const SEARCH_QUEUE = {
    sendBatch: async (messages: { body: object }[]) =>
      void waiting.push(...messages.map(({ body }) => ({ body: structuredClone(body), attempts: 1 }))),
  } as unknown as Queue;
  let delivered = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    delivered += 1;
    if (delivered > 500) throw new Error(`The messages do not end: ${JSON.stringify([next, ...waiting].slice(0, 9))}`);
    const { SEARCH_QUEUE: own = SEARCH_QUEUE, ...overrides } = chooseEnv();
    const queue = own === SEARCH_QUEUE ? own : wrapQueue(own, SEARCH_QUEUE);
    waiting.unshift(...(await consume([next], { ...overrides, SEARCH_QUEUE: queue })));
    if (isTwice) await consume([next], { ...overrides, SEARCH_QUEUE: queue });
  }
  return delivered;
}

/** A queue of a test that decides whether a message is taken. */
function wrapQueue(own: Queue, real: Queue): Queue {
  return {
    sendBatch: async (messages: MessageSendRequest[]) => {
      await own.sendBatch(messages);
      return real.sendBatch(messages);
    },
  } as unknown as Queue;
}

/** Has the built Worker do its jobs of every five minutes. */
export async function runSweep(overrides: Partial<Env> = {}): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(
    createScheduledController({ cron: schedules.everyFiveMinutes }),
    { ...withoutQueue, ...overrides },
    ctx,
  );
  await waitOnExecutionContext(ctx);
}

/** Indexes all pages, and what is stored of articles and openings; learns a model of them, which serves. */
export function fillSearch(): Promise<void> {
  return workOnSearch({ kind: "compare", after: null });
}

/** Indexes what has changed in articles and openings. */
export async function indexChanges(): Promise<void> {
  // What is due by the database's clock is due by that of a test, too, which may stand still.
  await env.DB.prepare("update search_changes set due_at = 1 where due_at <= unixepoch('subsec') * 1000").run();
  await workOnSearch({ kind: "changes" });
}

/** Stores documents of a few words each, without the site: for tests of versions. */
export async function putTexts(count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, index) => ({
    key: `page:/test-${index}`,
    kind: "page",
    path: `/test-${index}`,
    title: `Test ${index}`,
    summary: "",
    changedAt: 1,
    sections: [
      { anchor: "", trail: [], text: `Words of number${index} about cloud${index % 7} and data${index % 5}.` },
    ],
  }));
  await putDocuments(searchDb, documents, 1);
}

const models: Record<string, { dimensions: number; most: number; pooling?: string }> = {
  "@cf/baai/bge-m3": { dimensions: 1024, most: 100, pooling: "cls" },
  "@cf/google/embeddinggemma-300m": { dimensions: 768, most: 100 },
  "@cf/qwen/qwen3-embedding-0.6b": { dimensions: 1024, most: 32 },
};

/**
 * Workers AI as its documentation has it: it refuses what the documented schema of a model does not have. `before` may fail, or wait, in
 * place of an answer.
 */
export function makeAi(before: (texts: readonly string[]) => unknown = () => undefined) {
  const calls: { model: string; input: Record<string, unknown> }[] = [];
  async function run(model: string, input: Record<string, unknown>): Promise<object> {
    calls.push({ model, input });
    const about = models[model];
    if (!about) throw new Error(`5007: No such model ${model} or task`);
    const isQwen = model.includes("qwen");
    const known = isQwen ? ["queries", "documents", "text", "instruction"] : ["text", "truncate_inputs"];
    const texts = input["text"] ?? input["documents"] ?? input["queries"];
    const fits = Array.isArray(texts) && texts.every((text) => typeof text === "string" && text !== "");
    if (
      !fits ||
      texts.length === 0 ||
      texts.length > about.most ||
      Object.keys(input).some((key) => !known.includes(key))
    )
      throw new Error("5006: Error: the input does not match the schema");
    await before(texts as string[]);
    const data = (texts as string[]).map((text) =>
      Array.from({ length: about.dimensions }, (_, index) =>
        Math.sin((index + 1) * (text.length + text.charCodeAt(5))),
      ),
    );
    return { shape: [data.length, about.dimensions], data, ...(about.pooling && { pooling: about.pooling }) };
  }
  return { calls, AI: { run } as unknown as Ai };
}
