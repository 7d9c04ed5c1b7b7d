import { consumeVisitorRecords } from "./analytics/consume.ts";
import { handleApi, isApiPath } from "./api/index.ts";
import { drainBody } from "./lib/drain.ts";
import { createLogger } from "./lib/log.ts";
import { checkOrigin } from "./lib/origin-gate.ts";
import { refuseUnexpectedly } from "./lib/refuse.ts";
import type { RequestScope } from "./lib/scope.ts";
import { secureResponse } from "./lib/security-headers.ts";
import { runHourlyJobs } from "./jobs.ts";
import { renderPage } from "./pages.ts";

export default {
  async fetch(request, env, ctx) {
    const scope = createScope(env, ctx);
    const startedAt = Date.now();
    const response = await answer(request, scope).catch((error: unknown) => refuseUnexpectedly(error, request, scope));
    await drainBody(request);
    scope.log.info("request", {
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Date.now() - startedAt,
    });
    return secureResponse(response, scope.requestId);
  },

  async queue(batch, env, ctx) {
    await consumeVisitorRecords(batch, createScope(env, ctx));
  },

  async scheduled(_controller, env, ctx) {
    await runHourlyJobs(createScope(env, ctx));
  },
} satisfies ExportedHandler<Env>;

/** Static files never get here. An unsafe request from elsewhere is refused before anything reads it. */
async function answer(request: Request, scope: RequestScope): Promise<Response> {
  const refusal = checkOrigin(request, scope.env);
  if (refusal) return refusal;
  return isApiPath(new URL(request.url).pathname) ? handleApi(request, scope) : renderPage(request, scope);
}

function createScope(env: Env, ctx: ExecutionContext): RequestScope {
  const requestId = crypto.randomUUID();
  return { env, ctx, requestId, log: createLogger(requestId) };
}
