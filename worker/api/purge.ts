import { createRoute, z } from "@hono/zod-openapi";
import { NotSignedInError, TooManyAttemptsError, UnavailableError } from "../lib/errors.ts";
import { purgeEverything } from "#worker/lib/http/purge.ts";
import { equalSecrets } from "../lib/secrets.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";
import { createApi, jsonResponse, problemResponses } from "./app.ts";

/** Seconds: as long as the limit counts. */
const limitPeriod = 60;

const purgeRoute = createRoute({
  method: "post",
  path: "/purge",
  tags: ["Service"],
  summary: "Empty this version's cache at the edge: the last step of a deployment, which knows the version's id.",
  security: [{ version: [] }],
  responses: {
    200: jsonResponse("Done; `purged` is false where there is no cache.", z.object({ purged: z.boolean() })),
    ...problemResponses(400, 401, 403, 413, 415, 429, 503),
  },
});

/**
 * Who sends the id of the version that answers has asked Cloudflare for it, with the rights of the account. Pages are all that it
 * takes away: they are made again.
 */
export const purgeApi = createApi().openapi(purgeRoute, async (c) => {
  const { env, ctx, log } = c.env.scope;
  const [, given = ""] = /^Bearer (\S+)$/.exec(c.req.header("Authorization") ?? "") ?? [];
  const { id = "" } = env.VERSION ?? {};
  if (id === "" || !(await equalSecrets(env.AUTH_SECRET, given, id)))
    throw new NotSignedInError("This is not the version that answers.");
  if (!(await isWithinLimit(env.ERASURE_LIMIT, "purge"))) throw new TooManyAttemptsError(limitPeriod);
  const done = await purgeEverything(ctx).catch((error: unknown) => {
    throw new UnavailableError(limitPeriod, error);
  });
  log.info("edge purged", { success: done?.success ?? null });
  if (done && !done.success) throw new UnavailableError(limitPeriod, done.errors);
  return c.json({ purged: done !== undefined }, 200);
});
