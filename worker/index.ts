import { readSessionCookies } from "#worker/accounts/sessions/session-cookies.ts";
import { explainFailure } from "./backups/explain-failure.ts";
import { isApiPath } from "./api/is-api-path.ts";
import { cacheAnswer, readCachedAnswer } from "#worker/pages/cached-answers.ts";
import { admit } from "#worker/lib/http/admission.ts";
import { answerKeyFile } from "./insights/index-now.ts";
import { drainBody } from "#worker/lib/http/drain.ts";
import { createErrorKeeper } from "./operations/error-keeper.ts";
import { limitBindings } from "#worker/lib/limits/limit-bindings.ts";
import { createLogger } from "./lib/log.ts";
import { checkOrigin } from "#worker/lib/http/origin-gate.ts";
import { sendToOwnOrigin } from "#worker/lib/http/own-origin.ts";
import { refuseLongAddress } from "#worker/lib/http/path-limits.ts";
import { refuseUnexpectedly } from "#worker/lib/http/refuse.ts";
import type { RequestBasics, RequestScope } from "./lib/scope.ts";
import { secureResponse } from "#worker/lib/http/security-headers.ts";
import { isMediaPath, serveMedia } from "./media/serve-media.ts";
import { answerPrerenderedPage } from "#worker/pages/prerendered-pages.ts";

export default {
  async fetch(request, bindings, ctx) {
    const env = limitBindings(bindings);
    const cached = readCachedAnswer(request, env);
    if (cached) return cached;
    const basics = createBasics(env, ctx);
    const startedAt = Date.now();
    const response = await answer(request, basics).catch((error: unknown) =>
      refuseUnexpectedly(error, request, basics),
    );
    await drainBody(request);
    if (mayPublish(request, response)) ctx.waitUntil(askForIndexing(basics));
    basics.log.info("request", {
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Date.now() - startedAt,
    });
    return cacheAnswer(request, secureResponse(response, basics), basics);
  },

  async queue(batch, env, ctx) {
    const { consumeBatch } = await import("./queues.ts");
    await consumeBatch(batch, await createScope(createBasics(limitBindings(env), ctx)));
  },

  async scheduled(controller, env, ctx) {
    const { runJobs } = await import("./jobs.ts");
    await runJobs(controller.cron, await createScope(createBasics(limitBindings(env), ctx)));
  },
} satisfies ExportedHandler<Env>;

/**
 * Answers everything except static files. Requests that the site accepts from nobody are refused before anything reads
 * them. What an answer does not need is not imported before it: a start is waited for by a visitor.
 */
async function answer(request: Request, basics: RequestBasics): Promise<Response> {
  const url = new URL(request.url);
  const refusal = refuseLongAddress(url) ?? sendToOwnOrigin(request, basics.env) ?? checkOrigin(request, basics.env);
  if (refusal) return refusal;
  const { pathname } = url;
  if (isMediaPath(pathname)) return admit(request, () => serveMedia(request, basics));
  const keyFile = answerKeyFile(request, basics.env);
  if (keyFile) return keyFile;
  if (isApiPath(pathname)) {
    return admit(request, () =>
      explainFailure(request, basics, async () => {
        const { handleApi } = await import("./api/index.ts");
        return handleApi(request, await createScope(basics));
      }),
    );
  }
  const moved = numberedPost.test(pathname + url.search) ? await sendToNumberedPost(url, basics) : null;
  if (moved) return moved;
  const prerendered = await answerPrerenderedPage(request, basics);
  if (prerendered) return prerendered;
  return admit(request, () =>
    explainFailure(request, basics, async () => {
      const { renderPage } = await import("#worker/pages/pages.ts");
      return renderPage(request, await createScope(basics));
    }),
  );
}

/** True of what somebody who is signed in, or a program, has changed: it may be something that the search finds. */
function mayPublish(request: Request, { status }: Response): boolean {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD" || status >= 400) return false;
  const { access, refresh } = readSessionCookies(request);
  return headers.has("Authorization") || access !== null || refresh !== null;
}

async function askForIndexing(basics: RequestBasics): Promise<void> {
  const sweep = await import("./search/corpus/sweep.ts");
  await sweep.askForIndexing(await createScope(basics));
}

/** How WordPress names a post by its number: an address of the home page, which would be shown otherwise. */
const numberedPost = /^\/\?(?:.*&)?(?:p|page_id)=\d/;

/** The address of an article that came here from a WordPress site; null for a number that none had. */
async function sendToNumberedPost(url: URL, { env, log }: RequestBasics): Promise<Response | null> {
  const [{ openReads }, { readOldPath }] = await Promise.all([
    import("./db/client.ts"),
    import("./insights/read-old-path.ts"),
  ]);
  const to = await readOldPath(openReads(env), url, Date.now()).catch((error: unknown) => {
    log.error("old address not looked up", error);
    return null;
  });
  if (to === null) return null;
  return new Response(null, {
    status: 301,
    headers: { Location: to, "Cache-Control": "public, max-age=0, s-maxage=60" },
  });
}

function createBasics(env: Env, ctx: ExecutionContext): RequestBasics {
  const requestId = crypto.randomUUID();
  return { env, ctx, requestId, log: createLogger(requestId, createErrorKeeper({ env, ctx, requestId })) };
}

/** The same object, so that what is set in the one is read in the other. */
async function createScope(basics: RequestBasics): Promise<RequestScope> {
  const [{ subjects }, { company }] = await Promise.all([import("./subjects.ts"), import("#worker/site/company.ts")]);
  const openPages = async () => (await import("#worker/pages/site-pages.ts")).openSitePages(basics);
  return Object.assign(basics, { subjects, company, readSitePaths, readFixedFunnels, openSitePages: openPages });
}

async function readFixedFunnels() {
  const { fixedFunnels } = await import("#worker/site/fixed-funnels.ts");
  return fixedFunnels;
}

async function readSitePaths(): Promise<readonly string[]> {
  const { sitePaths } = await import("#worker/site/site-paths.ts");
  return sitePaths;
}
