/** Sessions for API clients: bearer tokens, no cookies; and the public keys to check them with. */
import { createRoute, z } from "@hono/zod-openapi";
import { tokenGrantSchema } from "#shared/accounts/account-schemas.ts";
import { accessTokenLife } from "#worker/accounts/sessions/access-tokens.ts";
import { renewSession } from "#worker/accounts/sessions/renew-session.ts";
import { signIn } from "#worker/accounts/sign-in/sign-in.ts";
import { type Db, openDb } from "../db/client.ts";
import { NotSignedInError, ProofMissingError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { createApi, jsonOrFormBody, jsonResponse, problemResponses } from "./app.ts";
import { accountSchema } from "./session-answer.ts";

const tokenRoute = createRoute({
  method: "post",
  path: "/auth/token",
  tags: ["Accounts"],
  summary: "Get an access token and a refresh token, by password or by refresh token.",
  request: { body: jsonOrFormBody("TokenGrant", tokenGrantSchema) },
  responses: {
    200: jsonResponse(
      "The session.",
      z
        .object({
          access_token: z.string(),
          refresh_token: z.string(),
          token_type: z.literal("bearer"),
          expires_in: z.int(),
          expires_at: z.int(),
          user: accountSchema,
        })
        .openapi("TokenSession"),
    ),
    ...problemResponses(400, 401, 403, 413, 415, 429, 503),
  },
});

export const tokensApi = createApi().openapi(tokenRoute, async (c) => {
  const grant = c.req.valid("json");
  const { scope } = c.env;
  const db = openDb(scope.env.DB);
  const { tokens, session } =
    grant.grant_type === "password"
      ? await signInAtOnce(db, { ...grant, request: c.req.raw }, scope)
      : await renewOrRefuse(db, { refreshToken: grant.refresh_token }, scope);
  return c.json(
    {
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      token_type: "bearer" as const,
      expires_in: accessTokenLife,
      expires_at: tokens.accessExpiresAt,
      user: session.user,
    },
    200,
  );
});

/** A client without a browser has nowhere to keep a pending sign-in: it is refused. */
async function signInAtOnce(db: Db, given: Parameters<typeof signIn>[1], scope: RequestScope) {
  const step = await signIn(db, given, scope);
  if (step.kind === "pending") throw new ProofMissingError();
  return step;
}

async function renewOrRefuse(db: Db, given: Parameters<typeof renewSession>[1], scope: RequestScope) {
  const renewed = await renewSession(db, given, scope);
  if (!renewed) throw new NotSignedInError();
  return renewed;
}
