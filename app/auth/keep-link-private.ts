import type { MiddlewareFunction } from "react-router";

/** Route middleware of a page whose address is a secret: no Referer holds it. */
export const keepLinkPrivate: MiddlewareFunction<Response> = async (_args, next) => {
  const response = await next();
  response.headers.set("Referrer-Policy", "no-referrer");
  return response;
};
