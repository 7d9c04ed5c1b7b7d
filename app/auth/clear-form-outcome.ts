import type { MiddlewareFunction } from "react-router";
import { takeFormOutcome } from "#worker/lib/forms/form-cookie.ts";

/** Route middleware: errors of a posted form are shown once, so the page that shows them clears their cookie. */
export const clearFormOutcome: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const { clear } = takeFormOutcome(request);
  if (clear) response.headers.append("Set-Cookie", clear);
  return response;
};
