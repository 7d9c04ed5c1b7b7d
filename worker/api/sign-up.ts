/** Signing up with a browser: JSON or an HTML form. */
import { createRoute, z } from "@hono/zod-openapi";
import { signUpSchema } from "#shared/accounts/account-schemas.ts";
import { openDb } from "../db/client.ts";
import { signUp } from "#worker/accounts/sign-in/sign-up.ts";
import { createApi, formPlaceQuery, jsonOrFormBody, jsonResponse, problemResponses } from "./app.ts";
import { acceptForms } from "./body.ts";
import { formRedirect, redirectAfterForm, readFormTarget } from "./form-answers.ts";

const signUpRoute = createRoute({
  method: "post",
  path: "/auth/sign-up",
  tags: ["Accounts"],
  summary: "Make an account without any role; the answer never tells whether the address had one.",
  middleware: acceptForms,
  request: { query: formPlaceQuery, body: jsonOrFormBody("SignUp", signUpSchema) },
  responses: {
    202: jsonResponse("Accepted.", z.object({ status: z.literal("accepted") })),
    ...formRedirect,
    ...problemResponses(400, 403, 413, 415, 429, 503),
  },
});

export const signUpApi = createApi().openapi(signUpRoute, async (c) => {
  const { scope } = c.env;
  await signUp(openDb(scope.env.DB), { ...c.req.valid("json"), request: c.req.raw }, scope);
  if (c.var.isForm) return redirectAfterForm(`${readFormTarget(c.req.url).page}?signed-up=1`);
  return c.json({ status: "accepted" as const }, 202);
});
