import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { openSearchDb } from "../engine/search-db.ts";
import { lsaAbout } from "../versions/lsa-provider.ts";
import { runStep, startNewVersion } from "../versions/runs.ts";
import { compareStep } from "./compare.ts";
import { indexChanges } from "./index-changes.ts";
import type { SearchMessage } from "./messages.ts";

/** Milliseconds after which work without a queue leaves the rest to the next run of the job. */
const patience = 20_000;

/** Does a step, and returns the messages of those that follow. */
export async function workStep(scope: RequestScope, message: SearchMessage): Promise<SearchMessage[]> {
  if (message.kind === "changes") {
    const { isMore } = await indexChanges(scope);
    return isMore ? [{ kind: "changes" }] : await beginFirstVersion(scope);
  }
  if (message.kind === "compare") {
    const next = await compareStep(scope, message);
    return next === null ? [{ kind: "changes" }] : [next];
  }
  const step = await runStep(scope, message);
  return step === null ? [] : [{ kind: "run", run: message.run, step }];
}

/** Where there is a corpus and no version of it, one is learnt here. */
async function beginFirstVersion(scope: RequestScope): Promise<SearchMessage[]> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const { versions, chunks } = await db
    .selectNoFrom(({ selectFrom, exists }) => [
      exists(selectFrom("versions").select("id")).as("versions"),
      exists(selectFrom("chunks").select("id")).as("chunks"),
    ])
    .executeTakeFirstOrThrow();
  if (versions || !chunks) return [];
  return [{ kind: "run", run: await startNewVersion(db, { about: lsaAbout, switches: true }), step: 0 }];
}

/** Sends messages; without a queue their steps are done here and now, as far as the time suffices. */
export async function deliver(scope: RequestScope, messages: readonly SearchMessage[]): Promise<void> {
  const { SEARCH_QUEUE } = scope.env;
  if (SEARCH_QUEUE) {
    if (messages.length > 0) await SEARCH_QUEUE.sendBatch(messages.map((body) => ({ body })));
    return;
  }
  const until = now() + patience;
  const waiting = [...messages];
  for (let next = waiting.shift(); next && now() < until; next = waiting.shift())
    waiting.push(...(await workStep(scope, next)));
}
