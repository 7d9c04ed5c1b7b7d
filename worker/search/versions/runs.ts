/** Work on a version, in steps that each are done once: what has been done stands in the database, and a run goes on from there. */
import { sql } from "kysely";
import { runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { cutting } from "../engine/cut-text.ts";
import { fusionWeights } from "../engine/fuse.ts";
import { countGeneration } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { embedChunks, readMissing } from "./embed-missing.ts";
import { learn, lsaAbout } from "./lsa-provider.ts";
import { openProvider } from "./open-provider.ts";
import type { ModelAbout } from "./provider.ts";
import { planSwitch } from "./versions.ts";
import { writeChunkText } from "./chunk-text.ts";

/** A model learns from so many chunks at most: what it costs grows with them, and what it learns hardly does. */
const mostLearnt = 4000;
const chunksAtOnce = 500;

/** Begins a version of a model, and the run that builds it. The id is that of the run. */
export async function startNewVersion(
  db: SearchDb,
  { about, switches }: { about: ModelAbout; switches: boolean },
): Promise<string> {
  const id = newId();
  const at = now();
  const version = sql`insert into versions (provider, model, dimensions, pooling, cutting, state, lexical_weight, vector_weight,
      flattening, created_at)
    values (${about.provider}, ${about.model}, ${about.dimensions}, ${about.pooling}, ${cutting}, 'building',
      ${fusionWeights.lexical}, ${fusionWeights.vector}, ${fusionWeights.flattening}, ${at})`;
  const run = sql`insert into runs (id, version, kind, state, step, switches, total, started_at, updated_at)
    select ${id}, max(versions.id), 'new', 'running', ${about.provider === "lsa" ? "learn" : "embed"}, ${switches ? 1 : 0},
      (select count(distinct hash) from chunks), ${at}, ${at} from versions`;
  await runBatch(
    db,
    [version, run].map((query) => ({ compile: () => query.compile(db) })),
  ).catch(refuseSecond);
  return id;
}

function refuseSecond(error: unknown): never {
  if (String(error).includes("UNIQUE constraint failed")) throw new ConflictError("Another run is not finished yet.");
  throw error;
}

/**
 * Does the step of a run that its message names. Returns the number of the next one; null when there is none, or when the
 * message is of a step that has been done.
 */
export async function runStep(
  scope: RequestScope,
  { run: id, step }: { run: string; step: number },
): Promise<number | null> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const run = await db
    .selectFrom("runs")
    .innerJoin("versions", "versions.id", "runs.version")
    .select([
      "runs.version",
      "runs.step",
      "runs.keys",
      "runs.switches",
      "runs.kind",
      "runs.started_at",
      "versions.state",
    ])
    .select(["provider", "model", "dimensions", "pooling"])
    .where("runs.id", "=", id)
    .where("runs.state", "=", "running")
    .where("step_number", "=", step)
    .executeTakeFirst();
  if (!run) return null;
  const isSame = db
    .updateTable("runs")
    .where("id", "=", id)
    .where("step_number", "=", step)
    .where("state", "=", "running");
  const advance = { step_number: step + 1, updated_at: now(), reason: null };
  const { version } = run;
  if (run.step === "learn") {
    const texts = await readSample(db);
    const dimensions = await learn(db, version, texts);
    const [moved] = await runBatch(db, [
      isSame.set({ ...advance, step: "embed" }),
      db.updateTable("versions").set({ dimensions, learnt_from: texts.length }).where("id", "=", version),
    ]);
    return moved?.meta.changes === 1 ? step + 1 : null;
  }
  const provider = openProvider(scope.env, db, { ...run, id: version });
  const chunks = await readMissing(db, version, { most: chunksAtOnce });
  if (chunks.length === 0) {
    await runBatch(db, [
      db
        .updateTable("versions")
        .set({ state: "ready", ready_at: now() })
        .where("id", "=", version)
        .where("state", "=", "building"),
      ...(run.switches ? planSwitch(db, version) : []),
      isSame.set({ ...advance, state: "done", finished_at: now() }),
    ]);
    return null;
  }
  const { queries, failed } = await embedChunks(db, provider, { version, chunks });
  const results = await runBatch(db, [
    ...queries,
    ...(run.state === "building" ? [] : [countGeneration(db)]),
    isSame.set((query) => ({
      ...advance,
      done: query("done", "+", chunks.length - failed),
      failed: query("failed", "+", failed),
    })),
  ]);
  return results.at(-1)?.meta.changes === 1 ? step + 1 : null;
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
      .limit(500)
      .execute();
    texts.push(...rows.map(writeChunkText));
    after = rows.at(-1)?.hash ?? "";
    if (rows.length < 500) break;
  }
  return texts.slice(0, mostLearnt);
}

export { lsaAbout };
