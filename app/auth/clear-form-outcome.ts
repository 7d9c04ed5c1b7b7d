import type { MiddlewareFunction } from "react-router";
import { takeFormOutcome } from "#worker/lib/form-cookie.ts";

/** Route middleware: what was wrong with a posted form is shown once, so the page that shows it clears the cookie. */
export const clearFormOutcome: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const { clear } = takeFormOutcome(request);
  if (clear) response.headers.append("Set-Cookie", clear);
  return response;
};
