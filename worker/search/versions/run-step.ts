import { sql } from "kysely";
import { runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { countGeneration } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { writeChunkText } from "./chunk-text.ts";
import { embedChunks, readToEmbed } from "./embed-missing.ts";
import { learn } from "./lsa-provider.ts";
import { openProvider } from "./open-provider.ts";
import { ProviderError } from "./provider.ts";
import { planSwitch } from "./versions.ts";

/** A model learns from so many chunks at most: what it costs grows with them, and what it learns hardly does. */
const mostLearnt = 4000;
const readAtOnce = 500;

/**
 * Does the step of a run that a message names. Returns the number of the next one; null when there is none, or when the step
 * has been done: unless the message came again (`isRepeated`), for then the next message may never have been sent.
 * @throws {ProviderError} when the provider does not answer: the run waits at this step, and says why
 */
export async function runStep(
  scope: RequestScope,
  { run: id, step }: { run: string; step: number },
  { isRepeated = false } = {},
): Promise<number | null> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const run = await readRun(db, id);
  if (run?.state !== "running") return null;
  if (run.step_number !== step) return isRepeated && run.step_number > step ? run.step_number : null;
  try {
    return run.step === "learn" ? await learnStep(db, run) : await embedStep(scope, db, run);
  } catch (error) {
    if (error instanceof ProviderError) await noteReason(db, run, error.message);
    throw error;
  }
}

type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>;

function readRun(db: SearchDb, id: string) {
  return db
    .selectFrom("runs")
    .innerJoin("versions", "versions.id", "runs.version")
    .select(["runs.id", "version", "runs.state", "step", "step_number", "kind", "keys", "switches", "started_at"])
    .select(["versions.state as version_state", "provider", "model", "dimensions", "pooling"])
    .where("runs.id", "=", id)
    .executeTakeFirst();
}

/** The row of a run, as long as nobody else has done this step. */
function updateSame(db: SearchDb, { id, step_number }: Run) {
  return db
    .updateTable("runs")
    .where("id", "=", id)
    .where("step_number", "=", step_number)
    .where("state", "=", "running");
}

async function noteReason(db: SearchDb, run: Run, message: string): Promise<void> {
  await updateSame(db, run)
    .set({ reason: message.slice(0, 300), updated_at: now() })
    .execute();
}

async function learnStep(db: SearchDb, run: Run): Promise<number | null> {
  const { version, step_number } = run;
  const texts = await readSample(db);
  const dimensions = await learn(db, version, texts);
  const [moved] = await runBatch(db, [
    updateSame(db, run).set({ step: "embed", step_number: step_number + 1, updated_at: now(), reason: null }),
    db.updateTable("versions").set({ dimensions, learnt_from: texts.length }).where("id", "=", version),
  ]);
  return moved?.meta.changes === 1 ? step_number + 1 : null;
}

async function embedStep({ env }: RequestScope, db: SearchDb, run: Run): Promise<number | null> {
  const { version, step_number, kind, started_at } = run;
  const provider = openProvider(env, db, { ...run, id: version });
  const keys = run.keys === null ? null : (JSON.parse(run.keys) as string[]);
  const wanted = { version, since: kind === "selected" ? started_at : 0, keys, at: now() };
  const chunks = await readToEmbed(db, wanted, provider.textsPerStep);
  if (chunks.length === 0) {
    await runBatch(db, planFinish(db, run));
    return null;
  }
  const { queries, done, failed } = await embedChunks(db, provider, { version, chunks });
  const results = await runBatch(db, [
    ...queries,
    ...(run.version_state === "building" ? [] : [countGeneration(db)]),
    updateSame(db, run).set((query) => ({
      step_number: step_number + 1,
      updated_at: now(),
      reason: null,
      done: query("done", "+", done),
      failed: query("failed", "+", failed),
    })),
  ]);
  return results.at(-1)?.meta.changes === 1 ? step_number + 1 : null;
}

/**
 * The queries that end a run. A version without any vector is of no use; one with some serves, and what has failed is tried
 * again as staff ask or as time goes on. The version comes first: its state is asked by the run.
 */
function planFinish(db: SearchDb, run: Run) {
  const { id, version, switches, step_number } = run;
  const at = now();
  const isOpen = sql<boolean>`exists (select 1 from runs where id = ${id} and state = 'running' and step_number = ${step_number})`;
  const isEmpty = sql<boolean>`not exists (select 1 from vectors where version = ${version})`;
  const isFailure = sql<boolean>`${isEmpty} and exists (select 1 from embedding_failures where version = ${version})`;
  const ready = db
    .updateTable("versions")
    .set({ state: "ready", ready_at: at })
    .where("id", "=", version)
    .where("state", "=", "building")
    .where(isOpen)
    .where(sql<boolean>`not (${isFailure})`);
  return [
    ready,
    ...(switches ? planSwitch(db, version, isOpen) : []),
    updateSame(db, run).set({
      state: sql<"failed" | "done">`iif(${isFailure}, 'failed', 'done')`,
      reason: sql<
        string | null
      >`iif(${isFailure}, (select max(reason) from embedding_failures where version = ${version}), null)`,
      updated_at: at,
      finished_at: at,
      step_number: step_number + 1,
    }),
  ];
}

/** Texts of chunks, evenly from all over the corpus, and the same ones each time: by their hashes. */
async function readSample(db: SearchDb): Promise<string[]> {
  const texts: string[] = [];
  let after = "";
  while (texts.length < mostLearnt) {
    const rows = await db
      .selectFrom("chunks")
      .innerJoin("documents", "documents.id", "chunks.document")
      .select(["chunks.hash", "documents.title", "chunks.trail", "chunks.text"])
      .where("chunks.hash", ">", after)
      .groupBy("chunks.hash")
      .orderBy("chunks.hash")
      .limit(readAtOnce)
      .execute();
    texts.push(...rows.map(writeChunkText));
    after = rows.at(-1)?.hash ?? "";
    if (rows.length < readAtOnce) break;
  }
  return texts;
}
