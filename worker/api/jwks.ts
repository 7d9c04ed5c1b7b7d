import { createRoute, z } from "@hono/zod-openapi";
import { second } from "#shared/dates/durations.ts";
import { listVerifyingKeys, publishedFor } from "#worker/accounts/sessions/signing-keys.ts";
import { openDb } from "../db/client.ts";
import { answerConditionally, tagBody } from "#worker/lib/http/etag.ts";
import { createApi, jsonResponse, problemResponses } from "./app.ts";

const jwksRoute = createRoute({
  method: "get",
  path: "/.well-known/jwks.json",
  tags: ["Accounts"],
  summary: "The public keys that access tokens are signed with: next, current, and lately retired.",
  responses: {
    200: jsonResponse("A JSON Web Key Set.", z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
    304: { description: "As the `If-None-Match` of the request has it." },
    ...problemResponses(503),
  },
});

export const jwksApi = createApi().openapi(jwksRoute, async (c) => {
  const keys = await listVerifyingKeys(openDb(c.env.scope.env.DB));
  const jwks = keys.map(({ public_jwk }) => JSON.parse(public_jwk) as Record<string, unknown>);
  // The first sign-in creates the first key, so an empty list must not be cached.
  if (jwks.length === 0) return c.json({ keys: jwks }, 200, { "Cache-Control": "no-store" });
  // A key is published long before its first token, and a retired one for longer than its last token is good.
  const headers = new Headers({
    "Content-Type": "application/json",
    "Cache-Control": `public, max-age=${publishedFor / second}`,
  });
  return answerConditionally(c.req.raw, await tagBody(JSON.stringify({ keys: jwks })), { status: 200, headers });
});
