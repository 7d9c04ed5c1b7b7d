import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { beginLearning, keepUpStep } from "../versions/keep-up.ts";
import { relateStep } from "../related/relate-step.ts";
import { runStep } from "../versions/run-step.ts";
import { compareStep } from "./compare.ts";
import { indexChanges } from "./index-changes.ts";
import type { SearchMessage } from "./messages.ts";

/** Milliseconds after which work without a queue leaves the rest to the next run of the job. */
const patience = 20_000;

/**
 * Does a step, and returns the messages of those that follow. `isRepeated`: the message came before, so that those that follow may
 * never have been sent.
 */
export async function workStep(
  scope: RequestScope,
  message: SearchMessage,
  { isRepeated = false } = {},
): Promise<SearchMessage[]> {
  switch (message.kind) {
    case "changes": {
      const { isMore } = await indexChanges(scope);
      return [{ kind: isMore ? "changes" : "vectors" }];
    }
    case "compare": {
      const next = await compareStep(scope, message, { isRepeated });
      return next === null ? [] : [next];
    }
    case "vectors": {
      if (await keepUpStep(scope)) return [message];
      const run = await beginLearning(scope);
      return [...(run === null ? [] : [{ kind: "run" as const, run, step: 0 }]), { kind: "related" }];
    }
    case "related":
      return (await relateStep(scope)) ? [message] : [];
    case "run": {
      const step = await runStep(scope, message, { isRepeated });
      return [step === null ? { kind: "related" } : { kind: "run", run: message.run, step }];
    }
  }
}

/** Sends messages; without a queue their steps are done here and now, while there is time. */
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
