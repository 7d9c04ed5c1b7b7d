import { createRoute, z } from "@hono/zod-openapi";
import { listVerifyingKeys } from "../accounts/signing-keys.ts";
import { openDb } from "../db/client.ts";
import { createApi, jsonResponse, problemResponses } from "./app.ts";

const jwksRoute = createRoute({
  method: "get",
  path: "/.well-known/jwks.json",
  tags: ["Accounts"],
  summary: "The public keys that access tokens are signed with: next, current, and lately retired.",
  responses: {
    200: jsonResponse("A JSON Web Key Set.", z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
    ...problemResponses(503),
  },
});

export const jwksApi = createApi().openapi(jwksRoute, async (c) => {
  const keys = await listVerifyingKeys(openDb(c.env.scope.env.DB));
  const jwks = keys.map(({ public_jwk }) => JSON.parse(public_jwk) as Record<string, unknown>);
  // The first sign-in creates the first key, so an empty list must not be cached.
  return c.json({ keys: jwks }, 200, { "Cache-Control": jwks.length > 0 ? "public, max-age=300" : "no-store" });
});
