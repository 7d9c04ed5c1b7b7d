/**
 * The API. One file per subject exports one sub-app: `createRoute` objects first (they make the OpenAPI document), then
 * `createApi().openapi(route, handler)...`, handlers inline. Handlers call plain functions of worker/<subject>, throw the named errors of worker/lib/errors.ts, and know only the statuses of success.
 * Bodies are JSON up to 16 KB; a form-encoded one arrives as JSON too. An endpoint that HTML forms
 * post to takes `acceptForms` as middleware and answers them by a redirect, as `c.var.isForm` says.
 */
import { methodNotAllowed } from "hono/method-not-allowed";
import { matchedRoutes } from "hono/route";
import { version } from "../../package.json";
import { clearOverSession } from "#worker/accounts/sessions/session-over.ts";
import { openDb } from "../db/client.ts";
import { SessionOverError, UnavailableError, UnreadableBodyError } from "../lib/errors.ts";
import { isFormPost } from "#worker/lib/forms/parse-form.ts";
import { answerProblem, buildProblem, makeProblem } from "#worker/lib/http/problems.ts";
import { buildRefusal } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "../lib/scope.ts";
import { analyticsApi } from "./analytics.ts";
import { createApi } from "./app.ts";
import { authApi } from "./auth.ts";
import { bootstrapApi } from "./bootstrap.ts";
import { acceptForms, readBody } from "./body.ts";
import { companySignInApi } from "./company-sign-in.ts";
import { figuresApi } from "./figures.ts";
import { redirectToForm } from "./form-answers.ts";
import { healthApi } from "./health.ts";
import { jwksApi } from "./jwks.ts";
import { mediaApi } from "./media.ts";
import { passkeysApi } from "./passkeys.ts";
import { postsApi } from "./insights.ts";
import { purgeApi } from "./purge.ts";
import { rolesApi } from "./roles.ts";
import { searchApi } from "./search.ts";
import { secondStepApi } from "./second-step.ts";
import { withCookies } from "./session-answer.ts";
import { tokensApi } from "./tokens.ts";

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
  else if (problem.status >= 500) log.error("api request failed", error, { path: c.req.path, status: problem.status });
  // An unreadable body fails before the endpoint's own `acceptForms` runs.
  const takesForms = matchedRoutes(c).some(({ handler }) => handler === acceptForms);
  const isForm = c.var.isForm ?? (takesForms && isFormPost(c.req.raw));
  const response = isForm
    ? redirectToForm(c.req.url, buildRefusal(named, { answers: c.var.fields }))
    : answerProblem(problem);
  if (!(error instanceof SessionOverError)) return response;
  return withCookies(response, await clearOverSession(openDb(c.env.scope.env.DB), { request: c.req.raw }, c.env.scope));
});
app.notFound((c) => answerProblem(makeProblem(404, { requestId: c.env.scope.requestId })));

const api = app
  .route("/", jwksApi)
  .route("/api", healthApi)
  .route("/api", purgeApi)
  .route("/api", authApi)
  .route("/api", companySignInApi)
  .route("/api", secondStepApi)
  .route("/api", passkeysApi)
  .route("/api", tokensApi)
  .route("/api", bootstrapApi)
  .route("/api", rolesApi)
  .route("/api", postsApi)
  .route("/api", mediaApi)
  .route("/api", figuresApi)
  .route("/api", searchApi)
  .route("/api", analyticsApi);

api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description: "The access_token of POST /api/auth/token.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "token", {
  type: "http",
  scheme: "bearer",
  description: "An API token of /account.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "version", {
  type: "http",
  scheme: "bearer",
  description: "The id of the Worker's version, as Cloudflare's API tells it.",
});
api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
  type: "apiKey",
  in: "cookie",
  name: "__Host-at",
  description: "Set by POST /api/auth/sign-in; a browser sends it.",
});
api.doc31("/api/openapi.json", (c) => ({
  openapi: "3.1.0",
  info: { title: "Site API", version },
  servers: [{ url: c.env.scope.env.SITE_ORIGIN }],
}));

/** Answers one request of the API. The origin gate has let it through; the security headers come after. */
export async function handleApi(request: Request, scope: RequestScope): Promise<Response> {
  return api.fetch(request, { scope }, scope.ctx);
}

/** What Hono throws for broken JSON; worker/lib/http/refusals.ts names what D1 throws. */
function nameLibraryError(error: Error): Error {
  return "status" in error && error.status === 400 ? new UnreadableBodyError() : error;
}
