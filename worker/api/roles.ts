import { createRoute, z } from "@hono/zod-openapi";
import { roles } from "#shared/permissions.ts";
import { identify } from "#worker/accounts/sessions/identity.ts";
import { NotSignedInError, SecondFactorMissingError, SessionOverError } from "../lib/errors.ts";
import { callerSecurity, createApi, jsonResponse, problemResponses } from "./app.ts";
import { withCookies } from "./session-answer.ts";

const rolesRoute = createRoute({
  method: "get",
  path: "/roles",
  tags: ["Accounts"],
  summary: "The caller's own rows of user_roles.",
  security: callerSecurity,
  responses: {
    200: jsonResponse("One row per role.", z.array(z.object({ user_id: z.string(), role: z.enum(roles) }))),
    ...problemResponses(401, 403, 503),
  },
});

export const rolesApi = createApi().openapi(rolesRoute, async (c) => {
  const { identity, setCookies } = await identify(c.req.raw, c.env.scope);
  if (identity.kind === "signed-out") throw setCookies.length > 0 ? new SessionOverError() : new NotSignedInError();
  if (identity.lacksFactor) throw new SecondFactorMissingError();
  const rows = identity.roles.map((role) => ({ user_id: identity.user.id, role }));
  return withCookies(c.json(rows, 200), setCookies);
});
