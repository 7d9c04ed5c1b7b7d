/** What happens to a run over a version of the search when something else happens in the middle of it. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { lsaModel, workersAiModels } from "#worker/search/versions/models.ts";
import { startRun } from "#worker/search/versions/runs.ts";
import { openVectorLeg } from "#worker/search/versions/vector-leg.ts";
import { listVersions, readVersionInUse } from "#worker/search/versions/versions.ts";
import { openWorkersAi } from "#worker/search/versions/workers-ai.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { drain, fillSearch, makeAi, putTexts, resetSearch, runSweep, searchDb } from "./search-make.ts";

const scope = { env: { ...env } as Env, requestId: "00000000-0000-4000-8000-000000000000", actor: null };
const qwen = workersAiModels.find(({ key }) => key.startsWith("qwen3")) ?? lsaModel;

beforeEach(resetSearch);

function readRuns() {
  return searchDb.selectFrom("runs").select(["id", "state", "step_number", "total", "done", "reason"]).execute();
}

/** What visitors find, by which version, and whether it answered. */
async function search(text: string, given: Partial<Env> = {}) {
  const leg = openVectorLeg({ ...env, ...given } as Env);
  const answer = await searchSite({ db: openDb(env.DB), searchDb, leg }, { text, now: Date.now() });
  return { found: answer.hits.length, version: answer.version?.id, failed: answer.version?.failed };
}

test("a deployment with other pages, a comparison, new articles and a corpus that has outgrown its model do not stop a run, and the old version serves until it is whole @ci", async () => {
  await fillSearch();
  const first = (await readVersionInUse(searchDb))?.id;
  const { AI } = makeAi();
  const run = await startRun(scope, { kind: "new", model: qwen, switches: true });
  const served = new Set<number | undefined>();
  let sends = 0;
  const sendBatch = async () => {
    sends += 1;
    const { found, version } = await search("cloud engineering");
    expect(found).toBeGreaterThan(0);
    // What is sent after the last step, such as what becomes related, follows the switch.
    if ((await readRuns()).some(({ id, state }) => id === run && state === "running")) served.add(version);
    if (sends !== 1) return;
    // Another build, whose comparison reads every page anew.
    await env.SEARCH_DB.batch(
      [
        "update state set build = 'another', compared_at = 1",
        "update documents set hash = replace(hash, substr(hash, 1, 8), 'ffffffff') where key in ('page:/gcc', 'page:/contact')",
        "update versions set created_at = 1 where state = 'live'",
        "update vectors set embedded_at = embedded_at + 1000000",
      ].map((statement) => env.SEARCH_DB.prepare(statement)),
    );
    for (const slug of ["meanwhile", "besides"]) await makeInsight({ slug, title: `Numbats ${slug}` });
    const begun: object[] = [];
    const collect = { sendBatch: async (all: { body: object }[]) => void begun.push(...all.map(({ body }) => body)) };
    await runSweep({ AI, SEARCH_QUEUE: collect as unknown as Queue });
    expect(begun).toEqual(expect.arrayContaining([{ kind: "changes" }, { kind: "compare", after: null }]));
    await drain(begun, { chooseEnv: () => ({ AI }) });
    expect((await readRuns()).filter(({ state }) => state === "running").map(({ id }) => id)).toEqual([run]);
    expect((await search("numbats")).found).toBe(2);
  };
  await drain([{ kind: "run", run, step: 0 }], {
    chooseEnv: () => ({ AI, SEARCH_QUEUE: { sendBatch } as unknown as Queue }),
  });
  expect(sends).toBeGreaterThan(1);
  expect([...served]).toEqual([first]);
  const [second] = await listVersions(searchDb);
  expect(second).toMatchObject({ model: qwen.model, state: "live", missing: 0, failed: 0 });
  expect((await readRuns()).find(({ id }) => id === run)).toMatchObject({ state: "done", reason: null });
  expect((await search("numbats", { AI })).version).toBe(second?.id);
});

test("a run whose message is lost is taken up by the job where it stopped, and is done once", async () => {
  await putTexts(200);
  await drain([{ kind: "vectors" }]);
  const { AI, calls } = makeAi();
  const run = await startRun(scope, { kind: "new", model: qwen, switches: true });
  const lost = { sendBatch: async () => {} } as unknown as Queue;
  const deliverLost = async (step: number) => {
    const { worker } = await import("../built-worker.ts");
    const { createExecutionContext, createMessageBatch, getQueueResult } = await import("cloudflare:test");
    const ctx = createExecutionContext();
    const body = { kind: "run", run, step };
    const batch = createMessageBatch("fivewright-search", [{ id: "m", timestamp: new Date(), attempts: 1, body }]);
    await worker.queue(batch, { ...env, AI, SEARCH_QUEUE: lost }, ctx);
    await getQueueResult(batch, ctx);
  };
  await deliverLost(0);
  const stopped = (await readRuns()).find(({ id }) => id === run);
  expect(stopped).toMatchObject({ state: "running", step_number: 1, done: 96 });
  // The job does not disturb a run that has just moved; later it goes on with the step that is next.
  const sent: object[] = [];
  const collect = { sendBatch: async (all: { body: object }[]) => void sent.push(...all.map(({ body }) => body)) };
  await runSweep({ AI, SEARCH_QUEUE: collect as unknown as Queue });
  expect(sent).not.toContainEqual({ kind: "run", run, step: 1 });
  await searchDb.updateTable("runs").set({ updated_at: 1 }).where("id", "=", run).execute();
  await runSweep({ AI, SEARCH_QUEUE: collect as unknown as Queue });
  expect(sent).toContainEqual({ kind: "run", run, step: 1 });
  await drain([{ kind: "run", run, step: 1 }], { isTwice: true, chooseEnv: () => ({ AI }) });
  expect((await readRuns()).find(({ id }) => id === run)).toMatchObject({ state: "done", total: 200, done: 200 });
  const texts = calls.flatMap(({ input }) => input["documents"] as string[]);
  expect([texts.length, new Set(texts).size]).toEqual([200, 200]);
});

test.runIf(isDeep)(
  "a provider that does not answer in time costs a search its vectors alone, and a run nothing that is done",
  async () => {
    const slow = { run: () => new Promise(() => {}) } as unknown as Ai;
    await expect(openWorkersAi(slow, qwen).embed(["sought"], "query")).rejects.toThrow(
      "did not answer within 3 seconds",
    );
    await putTexts(120);
    await drain([{ kind: "vectors" }]);
    const first = (await readVersionInUse(searchDb))?.id;
    const { AI } = makeAi();
    const run = await startRun(scope, { kind: "new", model: qwen, switches: true });
    let calls = 0;
    const sticking = {
      run: (...given: Parameters<Ai["run"]>) => {
        calls += 1;
        return calls > 3 && calls <= 6 ? new Promise(() => {}) : AI.run(...given);
      },
    } as unknown as Ai;
    await drain([{ kind: "run", run, step: 0 }], { chooseEnv: () => ({ AI: sticking }) });
    const version = await readVersionInUse(searchDb);
    expect([first === version?.id, version?.model]).toEqual([false, qwen.model]);
    expect((await readRuns()).find(({ id }) => id === run)).toMatchObject({ state: "done", done: 120 });
    const answer = await search("cloud3", { AI: slow });
    expect([answer.found > 0, answer.failed]).toEqual([true, true]);
  },
);
