/** The search's database for tests, filled by the built Worker from what the test has stored and from the site's pages. */
import { applyD1Migrations, createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { worker } from "./built-worker.ts";

/** Without a queue the Worker does at once what it would send itself. */
const withoutQueue = { ...env, SEARCH_QUEUE: undefined } as unknown as Env;

export const searchDb = openSearchDb(env.SEARCH_DB);

/** Makes the tables of the search where there are none, and empties them: for `beforeAll` or `beforeEach`. */
export async function resetSearch(): Promise<void> {
  await applyD1Migrations(env.SEARCH_DB, env.TEST_SEARCH_MIGRATIONS);
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
      comparing_at = null, comparing_found = null, generation = generation + 1`,
  ];
  await env.SEARCH_DB.batch(statements.map((statement) => env.SEARCH_DB.prepare(statement)));
}

/** Has the built Worker consume messages of the search, and all that follow from them. */
export async function workOnSearch(...messages: object[]): Promise<void> {
  const ctx = createExecutionContext();
  const sent = messages.map((body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch("fivewright-search", sent);
  await worker.queue(batch, withoutQueue, ctx);
  const { outcome, retryMessages } = await getQueueResult(batch, ctx);
  expect([outcome, retryMessages]).toEqual(["ok", []]);
}

/** Indexes all pages, and what is stored of articles and openings; learns a model of them, which serves. */
export function fillSearch(): Promise<void> {
  return workOnSearch({ kind: "compare", after: null });
}

/** Indexes what has changed. */
export function indexChanges(): Promise<void> {
  return workOnSearch({ kind: "changes" });
}
