import { ConflictError, UnavailableError } from "../errors.ts";
import type { RequestScope } from "../scope.ts";
import { answerProblem, buildProblem } from "./problems.ts";

/** Answers a script of the page: what `work` returns as JSON, or why not as problem details. */
export async function answerJson(work: () => Promise<object>, { requestId, log }: RequestScope): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    if (error instanceof Response) throw error;
    const problem = buildProblem(error, requestId);
    if (problem.status >= 500 && !(error instanceof UnavailableError)) log.error("script not answered", error);
    return answerProblem(problem);
  }
}

/**
 * Answers a browser that made something in the background. Where another one was first, or what it is about has changed
 * meanwhile, nothing is wrong and nothing is left to do: `{ isLate: true }`.
 */
export function answerMade(work: () => Promise<void>, scope: RequestScope): Promise<Response> {
  return answerJson(async () => {
    try {
      await work();
      return { isLate: false };
    } catch (error) {
      if (error instanceof ConflictError) return { isLate: true };
      throw error;
    }
  }, scope);
}
