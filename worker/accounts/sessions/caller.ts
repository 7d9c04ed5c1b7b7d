import { createContext, data, type MiddlewareFunction } from "react-router";
import { UnavailableError } from "#worker/lib/errors.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { identify, type Identity } from "./identity.ts";

/** Who sent the request, and the location they asked for without React Router's `.data` and `_routes` additions. */
export interface Caller {
  identity: Identity;
  url: URL;
}

/** Set by `identifyCaller`. Reading it in a route without that middleware throws. */
export const callerContext = createContext<Caller>();

/**
 * Route middleware: identifies the caller once, adds rotated cookies to any kind of response (page, redirect, error),
 * and makes the response uncacheable.
 */
export const identifyCaller: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { identity, setCookies } = await identify(request, context.get(requestScope)).catch(refuseForNow);
  context.set(callerContext, { identity, url });
  const response = await next();
  for (const cookie of setCookies) response.headers.append("Set-Cookie", cookie);
  response.headers.set("Cache-Control", "no-store");
  return response;
};

/** The session may still be valid, so nobody is signed out: the page says that it cannot be shown just now. */
function refuseForNow(error: unknown): never {
  if (!(error instanceof UnavailableError)) throw error;
  throw data(null, { status: 503, statusText: "Service Unavailable" });
}
