import { methodNotAllowed } from "hono/method-not-allowed";
import { matchedRoutes } from "hono/route";
import { clearOverSession } from "#worker/accounts/sessions/session-over.ts";
import { isFormPost } from "#worker/lib/forms/parse-form.ts";
import { answerProblem, buildProblem, makeProblem } from "#worker/lib/http/problems.ts";
import { buildRefusal } from "#worker/lib/http/refusals.ts";
import { openDb } from "../db/client.ts";
import { SessionOverError, UnavailableError, UnreadableBodyError } from "../lib/errors.ts";
import { createApi } from "./app.ts";
import { acceptForms, readBody } from "./body.ts";
import { redirectToForm } from "./form-answers.ts";
import { withCookies } from "./session-answer.ts";

type Api = ReturnType<typeof createApi>;

/** One app of those that answer below each path, with what all of them share: bodies, methods that are not allowed, errors. */
export function joinApis(below: Readonly<Record<string, readonly Api[]>>): Api {
  const app = createApi();

  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    if (headers.has("Set-Cookie") || !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, allowed) =>
        answerProblem(makeProblem(405, { requestId: c.env.scope.requestId }), { Allow: allowed.join(", ") }),
    }),
  );
  app.use(readBody);

  app.onError(async (error, c) => {
    const { requestId, log } = c.env.scope;
    const named = nameLibraryError(error);
    const problem = buildProblem(named, requestId);
    // A full hash queue is not an error, so it is logged as a warning, without a stack.
    if (error instanceof UnavailableError) log.warn("api request put off", { path: c.req.path });
    else if (problem.status >= 500)
      log.error("api request failed", error, { path: c.req.path, status: problem.status });
    // An unreadable body fails before the endpoint's own `acceptForms` runs.
    const takesForms = matchedRoutes(c).some(({ handler }) => handler === acceptForms);
    const isForm = c.var.isForm ?? (takesForms && isFormPost(c.req.raw));
    const response = isForm
      ? redirectToForm(c.req.url, buildRefusal(named, { answers: c.var.fields }))
      : answerProblem(problem);
    if (!(error instanceof SessionOverError)) return response;
    return withCookies(
      response,
      await clearOverSession(openDb(c.env.scope.env.DB), { request: c.req.raw }, c.env.scope),
    );
  });
  app.notFound((c) => answerProblem(makeProblem(404, { requestId: c.env.scope.requestId })));

  for (const [path, apis] of Object.entries(below)) for (const each of apis) app.route(path, each);
  return app;
}

/** What Hono throws for broken JSON; worker/lib/http/refusals.ts names what D1 throws. */
function nameLibraryError(error: Error): Error {
  return "status" in error && error.status === 400 ? new UnreadableBodyError() : error;
}
