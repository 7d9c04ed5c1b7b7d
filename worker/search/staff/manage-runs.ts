import { ConflictError, UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { deliver } from "../corpus/work.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { chooseModel, findModel, listModels, type Model } from "../versions/models.ts";
import { type Estimate, estimateRun, resumeRun, type RunOrder, type RunScope, startRun } from "../versions/runs.ts";
import { readVersionInUse } from "../versions/versions.ts";

export type WantedRun =
  | { kind: "new"; model: string }
  | { kind: "missing" }
  | { kind: "selected"; keys: readonly string[] };

/** What runs are begun and changed with. */
export function openRunScope({ env, requestId }: Pick<RequestScope, "env" | "requestId">, actor: AccountId): RunScope {
  return { env, requestId, actor };
}

/** What a run would take. Nothing is started. @throws {ConflictError} where there is nothing to add to */
export async function planRun(
  env: Env,
  kind: "new" | "missing",
): Promise<{ estimate: Estimate; model: Model; models: readonly Model[] }> {
  const order = await toOrder(env, kind === "new" ? { kind, model: "" } : { kind });
  const model = order.kind === "new" ? order.model : await findLiveModel(env);
  return { estimate: await estimateRun({ env }, order), model, models: listModels(env) };
}

/**
 * Begins a run and sends its first message. Returns its id.
 * @throws {ConflictError} while another is not finished, or where nothing serves that could be added to
 */
export async function beginRun(scope: RequestScope, wanted: WantedRun, actor: AccountId): Promise<string> {
  const run = await startRun(openRunScope(scope, actor), await toOrder(scope.env, wanted));
  send(scope, run, 0);
  return run;
}

/** Goes on with a run that was held. @throws {ConflictError} when it was not held */
export async function goOnWithRun(scope: RequestScope, run: string, actor: AccountId): Promise<void> {
  send(scope, run, await resumeRun(openRunScope(scope, actor), run));
}

/** The job that runs every five minutes takes up a run whose message was lost. */
function send(scope: RequestScope, run: string, step: number): void {
  scope.ctx.waitUntil(
    deliver(scope, [{ kind: "run", run, step }]).catch((error: unknown) =>
      scope.log.error("message of a run not sent", error, { run }),
    ),
  );
}

async function toOrder(env: Env, wanted: WantedRun): Promise<RunOrder> {
  if (wanted.kind === "new") {
    const model = wanted.model === "" ? chooseModel(env) : listModels(env).find(({ key }) => key === wanted.model);
    if (!model) throw new ConflictError("This deployment does not have that model.");
    // What is learnt from the site's own text serves as soon as it is ready only where staff say so.
    return { kind: "new", model, switches: false };
  }
  const live = await readVersionInUse(openSearchDb(env.SEARCH_DB));
  if (!live) throw new ConflictError("No version serves yet that could be added to. Embed everything first.");
  return wanted.kind === "missing"
    ? { kind: "missing", version: live.id }
    : { kind: "selected", version: live.id, keys: wanted.keys };
}

async function findLiveModel(env: Env): Promise<Model> {
  const live = await readVersionInUse(openSearchDb(env.SEARCH_DB));
  const model = live && findModel(env, live);
  if (!model) throw new UnavailableError();
  return model;
}
