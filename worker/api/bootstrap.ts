import { createRoute, z } from "@hono/zod-openapi";
import { bootstrapSchema } from "#shared/accounts/account-schemas.ts";
import { bootstrap } from "#worker/accounts/sign-in/bootstrap.ts";
import { openDb } from "../db/client.ts";
import { createApi, jsonOrFormBody, jsonResponse, problemResponses } from "./app.ts";

const bootstrapRoute = createRoute({
  method: "post",
  path: "/auth/bootstrap",
  tags: ["Accounts"],
  summary: "Make the first super admin with BOOTSTRAP_SECRET; works once.",
  request: { body: jsonOrFormBody("Bootstrap", bootstrapSchema) },
  responses: {
    201: jsonResponse("Made.", z.object({ status: z.literal("created") })),
    ...problemResponses(400, 403, 404, 409, 413, 415, 429, 503),
  },
});

export const bootstrapApi = createApi().openapi(bootstrapRoute, async (c) => {
  const { scope } = c.env;
  await bootstrap(openDb(scope.env.DB), { ...c.req.valid("json"), request: c.req.raw }, scope);
  return c.json({ status: "created" as const }, 201);
});
