/** What the staff pages of the search ask of both databases where there is more to list. D1 counts; nothing here is timed. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { parts } from "#app/staff/search/parts.ts";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { drain, putTexts, resetSearch } from "./search-make.ts";

/** The most queries of each address, of both databases; how many rows it may read more for a document more, and why. */
const limits: Record<string, { queries: number; rows: number; why: string }> = {
  "": { queries: 12, rows: 30, why: "What is embedded of each kind is counted." },
  "?plan=new": { queries: 12, rows: 40, why: "The characters of all texts are added up." },
  "/test?q=cloud1+data2&explain=page%3A%2Ftest-8": {
    queries: 14,
    rows: 12,
    why: "Each word is in a part of all texts.",
  },
  "/documents": { queries: 10, rows: 12, why: "How many there are of each kind and state is counted." },
  "/documents?q=test-8&kind=page": { queries: 10, rows: 12, why: "A part of a title may be anywhere." },
  "/log": { queries: 10, rows: 1, why: "Nothing of it is about documents." },
  "/words": { queries: 10, rows: 2, why: "Nothing of it is about documents." },
};

async function visit(path: string, headers: HeadersInit) {
  const counts = startCounts();
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}/embeddings-management${path}`, { headers });
  const bindings = { ...env, DB: countD1(env.DB, counts), SEARCH_DB: countD1(env.SEARCH_DB, counts) };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx);
  await response.arrayBuffer();
  await waitOnExecutionContext(ctx);
  return { status: response.status, queries: counts.queries, rows: counts.rowsRead };
}

test("the parts of the page of the search ask as few queries for many documents as for few", async () => {
  await resetSearch();
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const cookies = { Cookie: writeCookies(await makeSession(user.id)) };
  const [few, many] = [150, 450];
  const measured: Record<string, Awaited<ReturnType<typeof visit>>>[] = [];
  for (const size of [few, many]) {
    await putTexts(size);
    await drain([{ kind: "vectors" }]);
    const read: (typeof measured)[number] = {};
    for (const path of Object.keys(limits)) {
      // The first visit reads the vectors into memory.
      await visit(path, cookies);
      read[path] = await visit(path, cookies);
    }
    measured.push(read);
  }
  const [before = {}, after = {}] = measured;
  const met = new Set(Object.keys(limits).map((path) => `/embeddings-management${path}`.split("?")[0]));
  expect(Object.values(parts).filter(({ path }) => !met.has(path))).toEqual([]);
  const wrong: string[] = [];
  for (const [path, most] of Object.entries(limits)) {
    const [small, large] = [before[path], after[path]];
    const growth = ((large?.rows ?? Infinity) - (small?.rows ?? 0)) / (many - few);
    if (large?.status !== 200) wrong.push(`${path} answers ${large?.status}`);
    if ((large?.queries ?? 0) > Math.min(most.queries, small?.queries ?? 0))
      wrong.push(`${path} asks ${small?.queries}, then ${large?.queries}`);
    if (growth > most.rows) wrong.push(`${path} reads ${growth} rows for each, ${large?.rows} in all`);
  }
  expect(wrong).toEqual([]);
}, 120_000);
