import { isApiPath } from "./api/is-api-path.ts";
import { keepAnswer, recallAnswer } from "./kept-answers.ts";
import { drainBody } from "./lib/drain.ts";
import { createLogger } from "./lib/log.ts";
import { checkOrigin } from "./lib/origin-gate.ts";
import { sendToOwnOrigin } from "./lib/own-origin.ts";
import { refuseLongAddress } from "./lib/path-limits.ts";
import { refuseUnexpectedly } from "./lib/refuse.ts";
import type { RequestScope } from "./lib/scope.ts";
import { secureResponse } from "./lib/security-headers.ts";
import { isMediaPath, serveMedia } from "./media/serve-media.ts";
import { subjects } from "./subjects.ts";

export default {
  async fetch(request, env, ctx) {
    const kept = recallAnswer(request, env);
    if (kept) return kept;
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
    return keepAnswer(request, secureResponse(response, scope), scope);
  },

  async queue(batch, env, ctx) {
    const { consumeBatch } = await import("./queues.ts");
    await consumeBatch(batch, createScope(env, ctx));
  },

  async scheduled(controller, env, ctx) {
    const { runJobs } = await import("./jobs.ts");
    await runJobs(controller.cron, createScope(env, ctx));
  },
} satisfies ExportedHandler<Env>;

/**
 * Answers everything except static files. Requests that the site accepts from nobody are refused before anything reads
 * them.
 */
async function answer(request: Request, scope: RequestScope): Promise<Response> {
  const url = new URL(request.url);
  const refusal = refuseLongAddress(url) ?? sendToOwnOrigin(request, scope.env) ?? checkOrigin(request, scope.env);
  if (refusal) return refusal;
  const { pathname } = url;
  if (isMediaPath(pathname)) return serveMedia(request, scope);
  if (isApiPath(pathname)) {
    const { handleApi } = await import("./api/index.ts");
    return handleApi(request, scope);
  }
  const { renderPage } = await import("./pages.ts");
  return renderPage(request, scope);
}

function createScope(env: Env, ctx: ExecutionContext): RequestScope {
  const requestId = crypto.randomUUID();
  return { env, ctx, requestId, log: createLogger(requestId), subjects };
}
