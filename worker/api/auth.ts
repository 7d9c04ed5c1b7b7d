/** Signing in and out with a browser: cookies, JSON or HTML forms. */
import { createRoute } from "@hono/zod-openapi";
import { signInSchema } from "#shared/accounts/account-schemas.ts";
import { buildSecondStepPath } from "#shared/accounts/sign-in-path.ts";
import { openDb } from "../db/client.ts";
import { identify } from "#worker/accounts/sessions/identity.ts";
import { writePendingCookie } from "#worker/accounts/second-factors/pending-sign-in.ts";
import { renewSession } from "#worker/accounts/sessions/renew-session.ts";
import {
  clearSessionCookies,
  readSessionCookies,
  writeSessionCookies,
} from "#worker/accounts/sessions/session-cookies.ts";
import { signIn } from "#worker/accounts/sign-in/sign-in.ts";
import { signOut } from "#worker/accounts/sign-in/sign-out.ts";
import { ProofMissingError, SessionOverError } from "../lib/errors.ts";
import { answerProblem, buildProblem } from "#worker/lib/http/problems.ts";
import {
  callerSecurity,
  createApi,
  emptyFormBody,
  formPlaceQuery,
  jsonOrFormBody,
  jsonResponse,
  problemResponses,
} from "./app.ts";
import { acceptForms } from "./body.ts";
import { formRedirect, redirectAfterForm, readFormTarget } from "./form-answers.ts";
import { answerSignIn, signInResponses } from "./new-session.ts";
import { toSessionAnswer, toNewSessionAnswer, sessionSchema, withCookies } from "./session-answer.ts";

const tags = ["Accounts"];

const signInRoute = createRoute({
  method: "post",
  path: "/auth/sign-in",
  tags,
  summary: "Start a session in HttpOnly cookies.",
  middleware: acceptForms,
  request: { query: formPlaceQuery, body: jsonOrFormBody("SignIn", signInSchema) },
  responses: { ...signInResponses, ...formRedirect },
});

const signOutRoute = createRoute({
  method: "post",
  path: "/auth/sign-out",
  tags,
  summary: "End the session of the cookies or the bearer token.",
  security: callerSecurity,
  middleware: acceptForms,
  request: { query: formPlaceQuery, body: emptyFormBody },
  responses: {
    204: { description: "Signed out." },
    ...formRedirect,
    ...problemResponses(400, 401, 403, 413, 415, 503),
  },
});

const refreshRoute = createRoute({
  method: "post",
  path: "/auth/refresh",
  tags,
  summary: "Renew the session of the cookies.",
  responses: {
    200: jsonResponse("Renewed.", sessionSchema),
    ...problemResponses(400, 401, 403, 413, 415, 503),
  },
});

const sessionRoute = createRoute({
  method: "get",
  path: "/auth/session",
  tags,
  summary: "Who is signed in; renews the session when it is near its end.",
  security: callerSecurity,
  responses: { 200: jsonResponse("The session, or nulls.", sessionSchema), ...problemResponses(503) },
});

export const authApi = createApi()
  .openapi(signInRoute, async (c) => {
    const { refresh } = readSessionCookies(c.req.raw);
    const { scope } = c.env;
    const given = { ...c.req.valid("json"), request: c.req.raw, replaces: refresh };
    const step = await signIn(openDb(scope.env.DB), given, scope);
    if (step.kind === "pending") {
      const answer = c.var.isForm
        ? redirectAfterForm(buildSecondStepPath(readFormTarget(c.req.url).next))
        : answerProblem(buildProblem(new ProofMissingError(), scope.requestId));
      return withCookies(answer, [writePendingCookie(step.token)]);
    }
    return answerSignIn(c, step);
  })
  .openapi(signOutRoute, async (c) => {
    const { scope } = c.env;
    await signOut(openDb(scope.env.DB), { request: c.req.raw }, scope);
    const { next } = readFormTarget(c.req.url);
    const response = c.var.isForm ? redirectAfterForm(next ?? "/") : new Response(null, { status: 204 });
    return withCookies(response, clearSessionCookies());
  })
  .openapi(refreshRoute, async (c) => {
    const { refresh } = readSessionCookies(c.req.raw);
    const { scope } = c.env;
    const renewed =
      refresh === null ? null : await renewSession(openDb(scope.env.DB), { refreshToken: refresh }, scope);
    if (!renewed) throw new SessionOverError();
    return withCookies(c.json(toNewSessionAnswer(renewed), 200), writeSessionCookies(renewed.tokens));
  })
  .openapi(sessionRoute, async (c) => {
    const { identity, setCookies } = await identify(c.req.raw, c.env.scope);
    if (identity.kind === "signed-out") c.env.scope.keepFor = "signed-out";
    return withCookies(c.json(toSessionAnswer(identity), 200), setCookies);
  });
