/** Work on a version: begun, held, gone on with and given up by staff, or begun by the Worker itself. run-step.ts does it. */
import { type Compilable, sql } from "kysely";
import { recordAudit } from "../../audit/record.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import { openDb, runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { ConflictError, NotFoundError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { cutting } from "../engine/cut-text.ts";
import { fusionWeights } from "../engine/fuse.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { countToEmbed } from "./embed-missing.ts";
import { findModel, type Model, pricePerThousandNeurons } from "./models.ts";

/** What is to be done. */
export type RunOrder =
  /** A new version of a model, with all chunks. `switches`: it serves as soon as it is ready. */
  | { kind: "new"; model: Model; switches: boolean }
  /** The chunks of a version that have no vector; those that failed are tried again. */
  | { kind: "missing"; version: number }
  /** All chunks of some documents, again. */
  | { kind: "selected"; version: number; keys: readonly string[] };

/** Who asks: null for the Worker itself. */
export interface RunScope {
  env: Env;
  requestId: string;
  actor: AccountId | null;
}

/**
 * Begins a run, and returns its id. The caller sends its first message: `{ kind: "run", run, step: 0 }`, with `deliver` of
 * worker/search/corpus/work.ts.
 * @throws {ConflictError} while another run is not finished
 * @throws {NotFoundError} when there is no such version
 */
export async function startRun(scope: RunScope, order: RunOrder): Promise<string> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const id = newId();
  if (await selectOpenRun(db).executeTakeFirst()) throw new ConflictError(isBusy);
  if (order.kind !== "new" && !(await readVersion(db, order.version)))
    throw new NotFoundError("There is no such version.");
  const { kind } = order;
  const detail = kind === "new" ? { kind, model: order.model.model } : { kind, version: order.version };
  await noteRun(scope, { id, action: "search.run_started", detail });
  await runBatch(db, planStart(db, { id, at: now(), order })).catch((error: unknown) => {
    if (String(error).includes("UNIQUE constraint failed")) throw new ConflictError(isBusy);
    throw error;
  });
  return id;
}

const isBusy = "Another run is not finished yet.";

/** The run that is not finished. */
export function selectOpenRun(db: SearchDb) {
  return db
    .selectFrom("runs")
    .select(["id", "version", "state", "step_number", "updated_at", "started_at"])
    .where("state", "in", ["running", "paused"]);
}

function readVersion(db: SearchDb, id: number) {
  return db.selectFrom("versions").selectAll().where("id", "=", id).executeTakeFirst();
}

function planStart(db: SearchDb, { id, at, order }: { id: string; at: number; order: RunOrder }): Compilable[] {
  const insert = (version: Compilable | null, { step, total, keys, switches }: Started) => {
    const run = sql`insert into runs (id, version, kind, keys, state, step, switches, total, started_at, updated_at)
      select ${id}, ${order.kind === "new" ? sql`(select max(id) from versions)` : order.version}, ${order.kind}, ${keys}, 'running', ${step},
        ${switches}, (${total}), ${at}, ${at}`;
    return [...(version ? [version] : []), { compile: () => run.compile(db) }];
  };
  if (order.kind === "new") {
    const { provider, model, dimensions, pooling } = order.model;
    const { lexical, vector, flattening } = fusionWeights;
    const made = { provider, model, dimensions, pooling, cutting, state: "building" as const, created_at: at };
    const version = db
      .insertInto("versions")
      .values({ ...made, lexical_weight: lexical, vector_weight: vector, flattening, ...notYet });
    const total = sql`select count(distinct hash) from chunks`;
    const step = provider === "lsa" ? "learn" : "embed";
    return insert(version, { step, total, keys: null, switches: order.switches ? 1 : 0 });
  }
  const { version } = order;
  const keys = order.kind === "selected" ? order.keys : null;
  const counted = countToEmbed({ version, since: order.kind === "selected" ? at : 0, keys, at: Infinity });
  const again = db.deleteFrom("embedding_failures").where("version", "=", version);
  const started = {
    step: "embed",
    total: sql`select texts from (${counted})`,
    keys: keys && JSON.stringify(keys),
    switches: 0,
  };
  return [again, ...insert(null, started)];
}

const notYet = { ready_at: null, live_since: null, retired_at: null, learnt_from: null };

interface Started {
  step: string;
  total: ReturnType<typeof sql>;
  keys: string | null;
  switches: number;
}

type RunState = "running" | "paused" | "cancelled";

const moves = {
  running: ["paused"],
  paused: ["running"],
  cancelled: ["running", "paused"],
} as const satisfies Record<RunState, readonly RunState[]>;

/** Holds a run: the present step is finished. @throws {ConflictError} when it does not run */
export function pauseRun(scope: RunScope, id: string): Promise<number> {
  return moveRun(scope, id, "paused");
}

/**
 * Goes on with a run that was held. Returns the number of its next step, for the message that the caller sends.
 * @throws {ConflictError} when it was not held
 */
export function resumeRun(scope: RunScope, id: string): Promise<number> {
  return moveRun(scope, id, "running");
}

/**
 * Gives a run up. The version that it was building goes with it; one that serves, or can serve, keeps what it has.
 * @throws {ConflictError} when it is over
 */
export function cancelRun(scope: RunScope, id: string): Promise<number> {
  return moveRun(scope, id, "cancelled");
}

async function moveRun(scope: RunScope, id: string, to: RunState): Promise<number> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const at = now();
  const run = await db
    .selectFrom("runs")
    .select("version")
    .where("id", "=", id)
    .where("state", "in", moves[to])
    .executeTakeFirst();
  if (!run) throw new ConflictError("This run is no longer in the state you saw.");
  await noteRun(scope, { id, action: "search.run_changed", detail: { to } });
  const isOver = to === "cancelled";
  const change = db
    .updateTable("runs")
    .set({ state: to, updated_at: at, finished_at: isOver ? at : null, reason: null })
    .where("id", "=", id)
    .where("state", "in", moves[to])
    .returning("step_number");
  // A version of no use stays as a row, so that the run says what it was of; it can never serve.
  const useless = db
    .updateTable("versions")
    .set({ state: "retired", retired_at: at })
    .where("id", "=", run.version)
    .where("state", "=", "building");
  const [moved] = await runBatch(db, [change, ...(isOver ? [useless] : [])]);
  const [row] = (moved?.results ?? []) as { step_number: number }[];
  if (!row) throw new ConflictError("This run is no longer in the state you saw.");
  return row.step_number;
}

interface Note {
  id: string;
  action: "search.run_started" | "search.run_changed" | "search.switched";
  detail: Record<string, string | number>;
}

/** The audit log is in the other database: what cannot be noted is not done. */
export async function noteRun({ env, actor, requestId }: RunScope, { id, action, detail }: Note): Promise<void> {
  const db = openDb(env.DB);
  await recordAudit(db, { action, actor, subject: id, requestId, detail }).execute();
}

/** What a run would take. */
export interface Estimate {
  /** Chunks of equal text are one. */
  texts: number;
  calls: number;
  tokens: number;
  /** US dollars; null where no price is known. Neurons are what Workers AI counts. */
  cost: number | null;
  neurons: number | null;
  /** By the pace of the last run of this model, or a guess. */
  milliseconds: number;
}

const charactersPerToken = 4;
/** Guesses while nothing was measured. */
const millisecondsPerText = { lsa: 2, "workers-ai": 15 };

/** What a run would take, without beginning it. @throws {NotFoundError} when there is no such version */
export async function estimateRun({ env }: Pick<RunScope, "env">, order: RunOrder): Promise<Estimate> {
  const db = openSearchDb(env.SEARCH_DB);
  const version = order.kind === "new" ? null : await readVersion(db, order.version);
  const model = order.kind === "new" ? order.model : version && findModel(env, version);
  if (!model) throw new NotFoundError("There is no such version, or this deployment does not have its model.");
  const counted = await countToEmbed({
    version: order.kind === "new" ? null : order.version,
    since: order.kind === "selected" ? Infinity : 0,
    keys: order.kind === "selected" ? order.keys : null,
    at: Infinity,
  }).execute(db);
  const { texts, characters } = counted.rows[0] ?? { texts: 0, characters: 0 };
  const tokens = Math.ceil(characters / charactersPerToken);
  const cost = model.pricePerMillion === null ? null : (tokens / 1e6) * model.pricePerMillion;
  const pace = await db
    .selectFrom("runs")
    .innerJoin("versions", "versions.id", "runs.version")
    .select(sql<number>`(finished_at - started_at) * 1.0 / done`.as("each"))
    .where("runs.state", "=", "done")
    .where("done", ">", 0)
    .where("model", "=", model.model)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    texts,
    calls: Math.ceil(texts / model.texts),
    tokens,
    cost,
    neurons: cost === null ? null : Math.ceil((cost / pricePerThousandNeurons) * 1000),
    milliseconds: Math.ceil(texts * (pace?.each ?? millisecondsPerText[model.provider])),
  };
}
