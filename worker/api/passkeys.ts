/** Passkeys: making one, and signing in with one. A browser needs script for either, so nothing here reads forms. */
import { createRoute, z } from "@hono/zod-openapi";
import { assertionSchema, attestationSchema, factorName } from "#shared/accounts/passkey-schemas.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { limitAttempts } from "#worker/accounts/sign-in/rate-limit.ts";
import { offerRegistration, registerPasskey } from "#worker/accounts/second-factors/register-passkey.ts";
import { readSessionCookies } from "#worker/accounts/sessions/session-cookies.ts";
import { signInWithPasskey } from "#worker/accounts/sign-in/sign-in.ts";
import { offerPasskeys } from "#worker/accounts/second-factors/check-passkey.ts";
import type { SessionId, AccountId } from "../db/accounts-tables.ts";
import { openDb } from "../db/client.ts";
import { type ApiEnv, callerSecurity, createApi, jsonBody, jsonResponse, problemResponses } from "./app.ts";
import { readCaller, requireCaller } from "./caller.ts";
import { answerWithSession, signInResponses } from "./new-session.ts";

const tags = ["Passkeys"];
/** Of what the library makes for browsers, the part that no answer lacks. */
const options = z.object({ challenge: z.string() });

const signInOptionsRoute = createRoute({
  method: "post",
  path: "/auth/passkeys/sign-in/options",
  tags,
  summary: "What a browser needs to use a passkey; the same for everybody.",
  responses: {
    200: jsonResponse("PublicKeyCredentialRequestOptionsJSON of WebAuthn.", options),
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

const signInRoute = createRoute({
  method: "post",
  path: "/auth/passkeys/sign-in",
  tags,
  summary: "Start a session in HttpOnly cookies by a passkey alone.",
  request: { body: jsonBody(assertionSchema) },
  responses: signInResponses,
});

const registrationOptionsRoute = createRoute({
  method: "post",
  path: "/auth/passkeys/registration/options",
  tags,
  summary: "What a browser needs to make a passkey for the caller, who has signed in of late.",
  security: callerSecurity,
  middleware: requireCaller,
  responses: {
    200: jsonResponse("PublicKeyCredentialCreationOptionsJSON of WebAuthn.", options),
    ...problemResponses(400, 401, 403, 409, 413, 415, 429, 503),
  },
});

const registrationRoute = createRoute({
  method: "post",
  path: "/auth/passkeys/registration",
  tags,
  summary: "Store a passkey that the caller's browser has made.",
  security: callerSecurity,
  middleware: requireCaller,
  request: { body: jsonBody(z.object({ name: factorName, passkey: attestationSchema })) },
  responses: {
    201: jsonResponse(
      "Stored; with recovery codes, shown once, for the account's first second factor.",
      z.object({ recovery_codes: z.array(z.string()).nullable() }),
    ),
    ...problemResponses(400, 401, 403, 409, 413, 415, 429, 503),
  },
});

export const passkeysApi = createApi()
  .openapi(signInOptionsRoute, async (c) => {
    const { scope } = c.env;
    await limitAttempts(c.req.raw, "passkey-options", scope);
    return c.json(await offerPasskeys(openDb(scope.env.DB), scope), 200);
  })
  .openapi(signInRoute, async (c) => {
    const { scope } = c.env;
    const { refresh: replaces } = readSessionCookies(c.req.raw);
    const given = { assertion: c.req.valid("json"), request: c.req.raw, replaces };
    return answerWithSession(c, await signInWithPasskey(openDb(scope.env.DB), given, scope));
  })
  .openapi(registrationOptionsRoute, async (c) => {
    const { scope } = c.env;
    const owner = readFreshOwner(c.var);
    await limitAttempts(c.req.raw, "passkey-options", scope);
    return c.json(await offerRegistration(openDb(scope.env.DB), { owner }, scope), 200);
  })
  .openapi(registrationRoute, async (c) => {
    const { scope } = c.env;
    const owner = readFreshOwner(c.var);
    await limitAttempts(c.req.raw, "passkey", scope);
    const { name, passkey: attestation } = c.req.valid("json");
    const codes = await registerPasskey(openDb(scope.env.DB), { owner, name, attestation }, scope);
    return c.json({ recovery_codes: codes }, 201);
  });

/** @throws StaleSignInError */
function readFreshOwner(variables: ApiEnv["Variables"]) {
  const caller = readCaller(variables);
  requireFreshSignIn(caller);
  const { user, sessionId } = caller;
  return { id: user.id as AccountId, email: user.email, sessionId: sessionId as SessionId };
}
