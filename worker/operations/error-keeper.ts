import type { NotedError } from "../lib/log.ts";
import type { RequestBasics } from "../lib/scope.ts";

/** A request that logs more than so many errors at once is not counted to the end. */
const mostOfOne = 20;

/**
 * What a request's logger calls with each error, so that /operations can count it: after the answer, and without ever
 * failing. Nothing is loaded for a request without errors.
 */
export function createErrorKeeper(
  basics: Pick<RequestBasics, "env" | "ctx" | "requestId">,
): (noted: NotedError) => void {
  let waiting: NotedError[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    try {
      const { noteErrors } = await import("./note-errors.ts");
      while (waiting.length > 0) {
        const taken = waiting;
        waiting = [];
        await noteErrors(taken, basics);
      }
    } catch {
      // The log has them.
    }
    isWriting = false;
  }

  return (noted) => {
    if (waiting.length < mostOfOne) waiting.push(noted);
    if (isWriting) return;
    isWriting = true;
    try {
      basics.ctx.waitUntil(write());
    } catch {
      // The request is over, and nothing can be begun for it any longer.
    }
  };
}
