import { createMiddleware } from "hono/factory";
import { identify } from "#worker/accounts/sessions/identity.ts";
import { NotSignedInError, SessionOverError } from "../lib/errors.ts";
import type { ApiEnv } from "./app.ts";

/** For endpoints of who is signed in, as `c.var.caller`. A renewed session's cookies are on failures too. */
export const requireCaller = createMiddleware<ApiEnv>(async (c, next) => {
  const { identity, setCookies } = await identify(c.req.raw, c.env.scope);
  if (identity.kind === "signed-out") throw setCookies.length > 0 ? new SessionOverError() : new NotSignedInError();
  c.set("caller", identity);
  await next();
  for (const cookie of setCookies) c.res.headers.append("Set-Cookie", cookie);
});

/** The caller whom `requireCaller` has let in. */
export function readCaller({ caller }: Pick<ApiEnv["Variables"], "caller">) {
  if (!caller) throw new Error("The endpoint lacks requireCaller.");
  return caller;
}
