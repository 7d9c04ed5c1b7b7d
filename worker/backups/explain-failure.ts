import { answerUnavailable } from "#worker/lib/http/answer-unavailable.ts";
import { refuseUnexpectedly } from "#worker/lib/http/refuse.ts";
import type { RequestBasics } from "../lib/scope.ts";
import { isRestoring } from "./is-restoring.ts";
import { onNewIsolate } from "../lib/isolate-memory.ts";

/** Seconds after which whoever was refused may ask again. */
const wait = 60;
/** Answers that missing rows alone can lead to; each one from 500 on, too. */
const doubtful = new Set([401, 404, 409, 410]);
/** For how many milliseconds an answer of the database is believed, and waited for. */
const freshness = 2000;
const patience = 1000;

/**
 * The answer of `work`. Where it is a failure while the site is restored, it says so: the database refuses whatever changes rows then
 * (scripts/backup/keep-out.ts), and rows are missing. Costs nothing where nothing fails. What monitors ask has a check of its own for that.
 */
export async function explainFailure(
  request: Request,
  basics: RequestBasics,
  work: () => Promise<Response>,
): Promise<Response> {
  const response = await work().catch((error: unknown) => refuseUnexpectedly(error, request, basics));
  if (response.status < 500 && !doubtful.has(response.status)) return response;
  if (new URL(request.url).pathname === "/api/health" || !(await knowRestoring(basics.env))) return response;
  await response.body?.cancel();
  const title = "The site is being restored from a backup";
  const said = `Nothing was changed. It takes some minutes: please try again in ${wait} seconds or later. What you filled in is still on the page before.`;
  return answerUnavailable(request, { title, said, wait });
}

/** What the database has answered last, by the bindings of an isolate. No promise: that of another request must not be waited for. */
let known = new WeakMap<object, { at: number; answer: boolean }>();
onNewIsolate(() => {
  known = new WeakMap();
});

/** False also where the database takes long: an answer that is there must not wait for one that does not come. */
async function knowRestoring(env: Env): Promise<boolean> {
  const at = Date.now();
  const last = known.get(env);
  if (last && at < last.at + freshness) return last.answer;
  const abort = new AbortController();
  const late = scheduler.wait(patience, { signal: abort.signal }).then(
    () => false,
    () => false,
  );
  const answer = await Promise.race([isRestoring(env), late]);
  abort.abort();
  known.set(env, { at, answer });
  return answer;
}
