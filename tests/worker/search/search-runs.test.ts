/** Runs over versions of the search, and the providers of vectors, through the door of the built Worker's queue. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { isDeep } from "#tests/runs.ts";
import { openSearchScope } from "#worker/search/find/open-scope.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { lsaModel, workersAiModels } from "#worker/search/versions/models.ts";
import { findNear } from "#worker/search/versions/near-chunks.ts";
import { ProviderError } from "#worker/search/versions/provider.ts";
import { cancelRun, estimateRun, pauseRun, resumeRun, startRun } from "#worker/search/versions/runs.ts";
import { unpackBytes } from "#worker/search/versions/vector-text.ts";
import { findInIndex, pushVectors } from "#worker/search/versions/vectorize.ts";
import { listVersions, readVersionInUse, rollBack, switchVersion } from "#worker/search/versions/versions.ts";
import { openWorkersAi } from "#worker/search/versions/workers-ai.ts";
import { breakBindings } from "../faulty-bindings.ts";
import { drain, makeAi, putTexts, resetSearch, searchDb } from "./search-make.ts";

beforeEach(resetSearch);

const scope = { env: { ...env } as Env, requestId: "00000000-0000-4000-8000-000000000000", actor: null };
const [bge, gemma, qwen] = workersAiModels as [
  (typeof workersAiModels)[number],
  (typeof workersAiModels)[number],
  (typeof workersAiModels)[number],
];

/** A version of lsa that serves. */
async function makeLive(texts = 30): Promise<number> {
  await putTexts(texts);
  await drain([{ kind: "vectors" }]);
  return (await readVersionInUse(searchDb))?.id ?? 0;
}

/** What versions there are, and what they hold; times and ids of runs are left out. */
async function readState() {
  const { results } = await env.SEARCH_DB.prepare(
    `select state, model, (select json_group_array(hash || data order by hash) from vectors where version = versions.id) as vectors,
      (select json_group_array(state || done || failed) from runs where version = versions.id) as runs from versions order by id`,
  ).all<{ state: string; runs: string }>();
  return results;
}

test("a run builds a version beside the one that serves, staff hold it and go on, switch to it, and back", async () => {
  const first = await makeLive();
  const { AI } = makeAi();
  const order = { kind: "new", model: bge, switches: false } as const;
  expect(await estimateRun({ env: { ...env, AI } as Env }, order)).toMatchObject({ texts: 30, calls: 1 });
  const run = await startRun(scope, order);
  await expect(startRun(scope, order)).rejects.toThrow("Another run is not finished yet.");
  await pauseRun(scope, run);
  await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => ({ AI }) });
  expect((await readState()).map(({ state }) => state)).toEqual(["live", "building"]);
  const step = await resumeRun(scope, run);
  await drain([{ kind: "run", run, step }], { isTwice: true, chooseEnv: () => ({ AI }) });
  const [second] = await listVersions(searchDb);
  expect(second).toMatchObject({ state: "ready", embedded: 30, missing: 0, failed: 0 });
  expect((await readVersionInUse(searchDb))?.id).toBe(first);
  await switchVersion(scope, second?.id ?? 0);
  expect(await readVersionInUse(searchDb)).toMatchObject({ id: second?.id, dimensions: 1024, pooling: "cls" });
  expect(await rollBack(scope)).toBe(first);
  // Texts that come now get a vector in the version that serves, and in the other one once it does.
  await putTexts(32);
  await drain([{ kind: "vectors" }], { chooseEnv: () => ({ AI }) });
  expect((await listVersions(searchDb)).map(({ missing }) => missing)).toEqual([2, 0]);
  await switchVersion(scope, second?.id ?? 0);
  await drain([{ kind: "vectors" }], { chooseEnv: () => ({ AI }) });
  expect((await listVersions(searchDb)).map(({ missing }) => missing)).toEqual([0, 0]);
  const again = await startRun(scope, { kind: "selected", version: first, keys: ["page:/test-1", "page:/test-2"] });
  await drain([{ kind: "run", run: again, step: 0 }]);
  expect(
    await searchDb.selectFrom("runs").select(["state", "total", "done"]).where("id", "=", again).execute(),
  ).toEqual([{ state: "done", total: 2, done: 2 }]);
  const given = await startRun(scope, order);
  await cancelRun(scope, given);
  await expect(switchVersion(scope, (await listVersions(searchDb))[0]?.id ?? 0)).rejects.toThrow("cannot serve");
  const noted = await env.DB.prepare("select count(*) as n from audit_log where action like 'search.%'").first("n");
  // The first run is the Worker's own; three were begun here, and moved three times; three switches.
  expect(noted).toBe(10);
});

/** The bindings of deliveries, in which call `at` of the whole test fails, before it is done or after it. */
function makeFaults(at: number, isAfter: boolean) {
  const SEARCH_QUEUE = { sendBatch: async () => undefined } as unknown as Queue;
  const hits = (call: string) => /^(SEARCH_DB|SEARCH_QUEUE|AI)\./.test(call);
  const broken = breakBindings({ at, kind: isAfter ? "after" : "before", hits }, { AI: makeAi().AI, SEARCH_QUEUE });
  const { SEARCH_DB, AI, SEARCH_QUEUE: queue } = broken.env;
  const bindings = { SEARCH_DB, ...(AI && { AI }), ...(queue && { SEARCH_QUEUE: queue }) };
  return { bindings, isOver: () => broken.calls.length < at };
}

// Learning is the longest: some hundred calls.
const failing = [qwen, ...(isDeep ? [lsaModel] : [])];

test.each(failing)(
  "whatever call of a run of $key fails, before or after it was done, the end is the same @ci",
  async (model) => {
    async function runWith(bindings: Partial<Env>) {
      await resetSearch();
      const first = await makeLive(8);
      const run = await startRun(scope, { kind: "new", model, switches: true });
      await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => bindings });
      expect((await readVersionInUse(searchDb))?.id).toBe(first + 1);
      return readState();
    }
    const { AI } = makeAi();
    const whole = await runWith({ AI });
    for (const isAfter of [false, true])
      // Every fourth call fails before it is done, and others after it; each of them both ways in the deep tests.
      for (let at = isDeep || !isAfter ? 1 : 3; at <= 200; at += isDeep ? 1 : 4) {
        const { bindings, isOver } = makeFaults(at, isAfter);
        expect(await runWith(bindings), `call ${at}, ${isAfter ? "after" : "before"}`).toEqual(whole);
        if (isOver()) break;
      }
  },
);

test("while the provider is away the run waits and says why; then it goes on where it stopped", async () => {
  const first = await makeLive(10);
  const run = await startRun(scope, { kind: "new", model: gemma, switches: true });
  let isAway = true;
  const { AI } = makeAi(() => {
    if (isAway) throw new Error("3036: You have used up your daily free allocation of 10,000 neurons");
  });
  await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => ({ AI }) });
  const row = await searchDb.selectFrom("runs").select(["state", "reason"]).where("id", "=", run).executeTakeFirst();
  expect([row?.state, row?.reason?.slice(0, 5), (await readVersionInUse(searchDb))?.id]).toEqual([
    "running",
    "3036:",
    first,
  ]);
  isAway = false;
  await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => ({ AI }) });
  expect((await readVersionInUse(searchDb))?.dimensions).toBe(768);
});

test("requests to Workers AI are as documented: batches, retries, and a text that is too large is the only one without a vector", async () => {
  const texts = Array.from({ length: 130 }, (_, index) => `A text of number ${index}.`);
  const plain = makeAi();
  const made = await openWorkersAi(plain.AI, bge).embed(texts, "document");
  expect(made.every((one) => "vector" in one && Math.abs(Math.hypot(...one.vector) - 1) < 1e-5)).toBe(true);
  expect(
    plain.calls.map(({ model, input }) => [model, (input["text"] as string[]).length, input["truncate_inputs"]]),
  ).toEqual([
    ["@cf/baai/bge-m3", 100, true],
    ["@cf/baai/bge-m3", 30, true],
  ]);
  await openWorkersAi(plain.AI, qwen).embed(["what is sought"], "query");
  expect(Object.keys(plain.calls.at(-1)?.input ?? {})).toEqual(["queries", "instruction"]);
  let tries = 0;
  const busy = makeAi(() => {
    tries += 1;
    if (tries === 1) throw new Error("3040: Capacity temporarily exceeded, please try again.");
  });
  expect(await openWorkersAi(busy.AI, gemma).embed(["One text."], "document")).toHaveLength(1);
  expect(busy.calls).toHaveLength(2);
  const large = makeAi((some) => {
    if (some.some((text) => text.includes("number 7."))) throw new Error("3006: Request is too large");
  });
  const outcomes = await openWorkersAi(large.AI, bge).embed(texts.slice(0, 10), "document");
  expect(outcomes.flatMap((one, index) => ("reason" in one ? [index] : []))).toEqual([7]);
  const wrong = { run: async () => ({ data: [[1, 2]], pooling: "mean" }) } as unknown as Ai;
  await expect(openWorkersAi(wrong, bge).embed(["One."], "document")).rejects.toThrow(ProviderError);
});

test("Vectorize gets vectors in a namespace of their version, and names what the corpus still has", async () => {
  const id = await makeLive();
  const version = await readVersionInUse(searchDb);
  const stored = new Map<string, VectorizeVector>();
  let queried: VectorizeQueryOptions | undefined;
  const index = {
    describe: async () => ({ dimensions: version?.dimensions ?? 0, vectorCount: stored.size }),
    upsert: async (vectors: VectorizeVector[]) => {
      expect(vectors.length).toBeLessThanOrEqual(1000);
      for (const vector of vectors) {
        expect(new TextEncoder().encode(vector.id).length).toBeLessThanOrEqual(64);
        stored.set(vector.id, vector);
      }
      return { mutationId: crypto.randomUUID() };
    },
    query: async (vector: number[], options: VectorizeQueryOptions) => {
      queried = options;
      const matches = [...stored.values()]
        .filter(({ namespace }) => namespace === options.namespace)
        .map(({ id: own, values }) => ({
          id: own,
          score: [...values].reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
        }))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, options.topK);
      return { matches, count: matches.length };
    },
  } as unknown as Vectorize;
  expect(await pushVectors(searchDb, index, { id, dimensions: version?.dimensions ?? 0 })).toBe(30);
  expect(await pushVectors(searchDb, index, { id, dimensions: version?.dimensions ?? 0 })).toBe(0);
  const row = await searchDb.selectFrom("vectors").select("data").limit(1).executeTakeFirstOrThrow();
  const query = Float32Array.from(unpackBytes(row.data));
  const found = await findInIndex(searchDb, index, { version: id, query, most: 200 });
  const near = version ? await findNear({ env }, version, query, 200) : [];
  expect(queried).toEqual({ namespace: `version-${id}`, topK: 100 });
  expect(found.slice(0, 5).map((one) => one.document)).toEqual(near.slice(0, 5).map((one) => one.document));
  await expect(
    pushVectors(searchDb, { ...index, describe: async () => ({ dimensions: 3 }) } as unknown as Vectorize, {
      id: id + 1,
      dimensions: 3,
    }),
  ).resolves.toBe(0);
  // A search asks the index of the search twice, and Vectorize in between.
  await searchDb.updateTable("versions").set({ in_vectorize: 1 }).where("id", "=", id).execute();
  const counts = startCounts();
  const counted = { ...env, SEARCH_DB: countD1(env.SEARCH_DB, counts), VECTORIZE: index } as Env;
  const sought = { text: "words about cloud3", now: Date.now() };
  const byVectorize = await searchSite(openSearchScope(counted), sought);
  expect([counts.queries, byVectorize.version?.failed]).toEqual([2, false]);
  const byMemory = await searchSite(openSearchScope(env), sought);
  expect(byVectorize.hits.map(({ key, vector }) => [key, vector?.rank])).toEqual(
    byMemory.hits.map(({ key, vector }) => [key, vector?.rank]),
  );
});
