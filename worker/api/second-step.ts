/** What comes after a password: the second factor of a sign-in, and the proof that it is still the same person. */
import { createRoute, z } from "@hono/zod-openapi";
import { confirmSchema, secondStepSchema } from "#shared/accounts/account-schemas.ts";
import { staffRoot } from "#shared/accounts/home-path.ts";
import { confirmIdentity } from "#worker/accounts/sessions/confirm-identity.ts";
import { readProvider } from "#worker/accounts/company-sign-in/settings.ts";
import { isFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { listFactorKinds } from "#worker/accounts/second-factors/second-factors.ts";
import { readSessionCookies } from "#worker/accounts/sessions/session-cookies.ts";
import { proveSignIn } from "#worker/accounts/sign-in/sign-in.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { openDb } from "../db/client.ts";
import { callerSecurity, createApi, formPlaceQuery, jsonOrFormBody, jsonResponse, problemResponses } from "./app.ts";
import { acceptForms } from "./body.ts";
import { readCaller, requireCaller } from "./caller.ts";
import { formRedirect, readFormTarget, redirectAfterForm } from "./form-answers.ts";
import { answerSignIn, signInResponses } from "./new-session.ts";

const tags = ["Accounts"];

const secondStepRoute = createRoute({
  method: "post",
  path: "/auth/second-step",
  tags,
  summary: "Complete a sign-in by a code of an authenticator app or a recovery code.",
  middleware: acceptForms,
  request: { query: formPlaceQuery, body: jsonOrFormBody("SecondStep", secondStepSchema) },
  responses: { ...signInResponses, ...formRedirect },
});

const factorsRoute = createRoute({
  method: "get",
  path: "/auth/confirm",
  tags,
  summary: "By what the caller can confirm who they are, besides a password.",
  security: callerSecurity,
  middleware: requireCaller,
  responses: {
    200: jsonResponse(
      "Kinds of second factors, the name of the company's identity provider where there is one, and whether there is nothing to confirm now.",
      z.object({
        kinds: z.array(z.enum(["passkey", "totp", "recovery_code"])),
        company: z.string().nullable(),
        is_fresh: z.boolean(),
      }),
    ),
    ...problemResponses(401, 503),
  },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/auth/confirm",
  tags,
  summary: "Confirm who one is, for changes that ask for a sign-in of the last 15 minutes.",
  security: callerSecurity,
  middleware: [acceptForms, requireCaller],
  request: { query: formPlaceQuery, body: jsonOrFormBody("Confirm", confirmSchema) },
  responses: {
    204: { description: "Confirmed." },
    ...formRedirect,
    ...problemResponses(400, 401, 403, 409, 413, 415, 429, 503),
  },
});

export const secondStepApi = createApi()
  .openapi(secondStepRoute, async (c) => {
    const { scope } = c.env;
    const { refresh: replaces } = readSessionCookies(c.req.raw);
    const given = { ...c.req.valid("json"), request: c.req.raw, replaces };
    return answerSignIn(c, await proveSignIn(openDb(scope.env.DB), given, scope));
  })
  .openapi(factorsRoute, async (c) => {
    const { scope } = c.env;
    const { user, authTime } = readCaller(c.var);
    const kinds = await listFactorKinds(openDb(scope.env.DB), user.id as AccountId, scope);
    return c.json(
      { kinds, company: readProvider(scope.env)?.name ?? null, is_fresh: isFreshSignIn({ authTime }) },
      200,
    );
  })
  .openapi(confirmRoute, async (c) => {
    const { scope } = c.env;
    const given = { caller: readCaller(c.var), request: c.req.raw, given: c.req.valid("json") };
    await confirmIdentity(openDb(scope.env.DB), given, scope);
    if (c.var.isForm) return redirectAfterForm(readFormTarget(c.req.url).next ?? staffRoot);
    return c.body(null, 204);
  });
