import type { RequestScope } from "./scope.ts";

/** The answer to an unexpected error: it is logged in full, and the caller learns no details. */
export function refuseUnexpectedly(error: unknown, request: Request, scope: RequestScope): Response {
  scope.log.error("request failed", error, { path: new URL(request.url).pathname });
  const problem = {
    type: "about:blank",
    title: "Something went wrong",
    status: 500,
    instance: `urn:uuid:${scope.requestId}`,
  };
  return Response.json(problem, { status: 500, headers: { "Content-Type": "application/problem+json" } });
}
