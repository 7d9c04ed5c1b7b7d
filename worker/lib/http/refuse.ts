import { answerProblem, buildProblem } from "./problems.ts";
import type { RequestBasics } from "../scope.ts";

/** The answer to an error that nothing else answers: it is logged in full, and the caller learns no details. */
export function refuseUnexpectedly(error: unknown, request: Request, scope: RequestBasics): Response {
  scope.log.error("request failed", error, { path: new URL(request.url).pathname });
  return answerProblem(buildProblem(error, scope.requestId));
}
