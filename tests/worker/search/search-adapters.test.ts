/** Workers AI and Vectorize, held against what their documentation says that they take, give and refuse. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { type Model, workersAiModels } from "#worker/search/versions/models.ts";
import { ProviderError } from "#worker/search/versions/provider.ts";
import { packVector } from "#worker/search/versions/vector-text.ts";
import { openVectorLeg } from "#worker/search/versions/vector-leg.ts";
import { dropVectors, findInIndex, pushVectors } from "#worker/search/versions/vectorize.ts";
import { readVersionInUse } from "#worker/search/versions/versions.ts";
import { openWorkersAi } from "#worker/search/versions/workers-ai.ts";
import { drain, makeAi, putTexts, resetSearch, searchDb } from "./search-make.ts";

beforeEach(resetSearch);

const [bge] = workersAiModels as [Model];
const fields: Record<string, [document: string[], query: string[], most: number]> = {
  "bge-m3": [["text", "truncate_inputs"], ["text", "truncate_inputs"], 100],
  "embeddinggemma-300m": [["text"], ["text"], 100],
  "qwen3-embedding-0.6b": [["documents"], ["queries", "instruction"], 32],
};

test.each(workersAiModels)(
  "$key is asked with the fields that it has, and at most as many texts as it takes",
  async (model) => {
    const { AI, calls } = makeAi();
    const [forDocuments, forQuery, most] = fields[model.key] ?? [[], [], 0];
    const texts = Array.from({ length: 2 * most + 1 }, (_, index) => `Text of number ${index}.`);
    const made = await openWorkersAi(AI, model).embed(texts, "document");
    expect(made.every((one) => "vector" in one && one.vector.length === model.dimensions)).toBe(true);
    const asked = calls.map(({ input }) => Object.values(input).find((value) => Array.isArray(value)) as string[]);
    expect(asked.map(({ length }) => length)).toEqual([most, most, 1]);
    expect(asked.flat()).toEqual(texts);
    expect(calls.map(({ input }) => Object.keys(input))).toEqual([forDocuments, forDocuments, forDocuments]);
    await openWorkersAi(AI, model).embed(["sought"], "query");
    expect(calls.at(-1)).toMatchObject({ model: model.model });
    expect(Object.keys(calls.at(-1)?.input ?? {})).toEqual(forQuery);
    expect(openWorkersAi(AI, model).limits.characters).toBeLessThanOrEqual(model.tokens * 2);
  },
);

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
const lasting = [
  "5007: No such model @cf/x or task",
  "5004: Invalid data type for base64 input: number",
  "3039: Finetune is missing required files (model.safetensors and config.json)",
  "3003: Request is missing headers or body: text",
  "5018: The account is not allowed to access this model",
  "5016: User has not agreed to Llama3.2 model terms",
  "3023: Service unavailable for account",
  "3041: The account is not allowed to access this model",
  "5019: Request trying to use deprecated SDK version",
  "5005: The model does not support LoRa inference",
  "3042: The model name is invalid",
  "3036: You have used up your daily free allocation of 10,000 neurons.",
];
const passing = [
  "3007: Request timeout",
  "3008: Request was aborted",
  "3040: No more data centers to forward the request to",
  "error code: 1031",
  "Network connection lost.",
];

test("what is over soon is tried again, and what is not is told at once", async () => {
  const outcomes = await Promise.all(
    [...lasting, ...passing].map(async (message) => {
      let calls = 0;
      const { AI } = makeAi(() => {
        calls += 1;
        if (calls === 1) throw new Error(message);
      });
      const result = await openWorkersAi(AI, bge)
        .embed(["One text."], "document")
        .catch((error: unknown) => error);
      return [message, calls, result instanceof ProviderError ? result.message : "made"];
    }),
  );
  expect(outcomes).toEqual([
    ...lasting.map((message) => [message, 1, message]),
    ...passing.map((message) => [message, 2, "made"]),
  ]);
  // Who searches does not wait for another try.
  const busy = makeAi(() => Promise.reject(new Error("3040: No more data centers to forward the request to")));
  await expect(openWorkersAi(busy.AI, bge).embed(["sought"], "query")).rejects.toThrow("3040");
  expect(busy.calls).toHaveLength(1);
});

test("answers of another shape, of another pooling or without a direction are not stored", async () => {
  const ask = (answer: object) =>
    openWorkersAi({ run: async () => answer } as unknown as Ai, bge).embed(["One."], "document");
  const values = Array.from({ length: bge.dimensions }, (_, index) => index + 1);
  expect(await ask({ shape: [1, 1024], data: [values], pooling: "cls" })).toMatchObject([
    { vector: expect.anything() },
  ]);
  for (const answer of [
    { shape: [1, 1024], data: [values], pooling: "mean" },
    { shape: [2, 1024], data: [values, values] },
    { response: [values] },
    { request_id: "queued" },
    {},
  ])
    await expect(ask(answer)).rejects.toThrow(ProviderError);
  for (const data of [[values.slice(1)], [values.map(() => 0)], [values.map(() => Number.NaN)], ["text"]])
    expect(await ask({ data })).toMatchObject([{ reason: expect.any(String) }]);
});

/** An index that refuses what Vectorize refuses: https://developers.cloudflare.com/vectorize/platform/limits/. */
function makeIndex(dimensions: number) {
  const stored = new Map<string, VectorizeVector>();
  const bytes = (text = "") => new TextEncoder().encode(text).length;
  const index = {
    describe: async () => ({
      dimensions,
      vectorCount: stored.size,
      processedUpToDatetime: 0,
      processedUpToMutation: 0,
    }),
    async upsert(vectors: VectorizeVector[]) {
      if (vectors.length > 1000) throw new Error("VECTOR_UPSERT_ERROR (code = 40012): too many vectors");
      for (const vector of vectors) {
        if (vector.values.length !== dimensions || bytes(vector.id) > 64 || bytes(vector.namespace) > 64)
          throw new Error("VECTOR_UPSERT_ERROR (code = 40006): invalid vector");
        stored.set(vector.id, vector);
      }
      return { mutationId: crypto.randomUUID() };
    },
    async deleteByIds(ids: string[]) {
      if (ids.length > 1000) throw new Error("VECTOR_DELETE_ERROR (code = 40010): too many ids");
      for (const id of ids) stored.delete(id);
      return { mutationId: crypto.randomUUID() };
    },
    async query(vector: Float32Array, { namespace, topK = 5, returnValues, returnMetadata }: VectorizeQueryOptions) {
      const most = returnValues || (returnMetadata ?? "none") !== "none" ? 20 : 100;
      if (topK > most || vector.length !== dimensions)
        throw new Error("VECTOR_QUERY_ERROR (code = 40025): invalid query");
      const matches = [...stored.values()]
        .filter((one) => one.namespace === namespace)
        .map(({ id, values }) => ({
          id,
          score: Array.from(values).reduce<number>((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
        }))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, topK);
      return { matches, count: matches.length };
    },
  } as unknown as Vectorize;
  return { stored, index };
}

test("Vectorize gets vectors and loses them in batches that it takes, and what it no longer answers is found by words", async () => {
  await putTexts(30);
  await drain([{ kind: "vectors" }]);
  const version = await readVersionInUse(searchDb);
  if (!version) throw new Error("No version serves.");
  const { id, dimensions } = version;
  const others = Array.from({ length: 2100 }, (_, at) => (at + 0x10000000).toString(16).padEnd(64, "0"));
  const { data } = packVector(Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at)));
  const rows = JSON.stringify(others);
  await env.SEARCH_DB.prepare(
    "insert into vectors (version, hash, data, embedded_at) select ?, value, ?, 1 from json_each(?)",
  )
    .bind(id, data, rows)
    .run();
  const { stored, index } = makeIndex(dimensions);
  const pushed: number[] = [];
  for (let some = 1; some > 0; pushed.push(some)) some = await pushVectors(searchDb, index, { id, dimensions });
  expect([pushed, stored.size]).toEqual([[1000, 1000, 130, 0], 2130]);
  // It still has texts that are gone: they are not found.
  const query = Float32Array.from({ length: dimensions }, (_, at) => Math.cos(at));
  for (const { document } of await findInIndex(searchDb, index, { version: id, query, most: 200 }))
    expect(document).toBeGreaterThan(0);
  await dropVectors(index, id, others);
  expect(stored.size).toBe(30);
  await env.SEARCH_DB.batch(
    ["update versions set in_vectorize = 1", "update state set generation = generation + 1"].map((statement) =>
      env.SEARCH_DB.prepare(statement),
    ),
  );
  const search = async (VECTORIZE: Vectorize) => {
    const leg = openVectorLeg({ ...env, VECTORIZE } as Env);
    const answer = await searchSite(
      { db: openDb(env.DB), searchDb, leg },
      { text: "cloud3 number10", now: Date.now() },
    );
    return [answer.hits[0]?.key, answer.hits.some(({ vector }) => vector !== null), answer.version?.failed];
  };
  expect(await search(index)).toEqual(["page:/test-10", true, false]);
  const away = { ...index, query: () => Promise.reject(new Error("VECTOR_QUERY_ERROR (code = 40028)")) };
  expect(await search(away as unknown as Vectorize)).toEqual(["page:/test-10", false, true]);
  await expect(pushVectors(searchDb, makeIndex(3).index, { id, dimensions })).resolves.toBe(0);
});
