import { createMiddleware } from "hono/factory";
import { UnsupportedBodyError } from "../lib/errors.ts";
import { decodeText, readBytes, readForm, readMediaType } from "#worker/lib/forms/parse-form.ts";
import type { ApiEnv } from "./app.ts";

/** Bytes that a request of the API may have, and one about an article. */
const largestBody = 16 * 1024;
const largestArticle = 1024 * 1024;

/**
 * Reads the body up to the limit while it streams, strictly as UTF-8. A form-encoded body becomes JSON for what
 * comes after, and its answers are in `c.var.fields`.
 * @throws BodyTooLargeError, UnsupportedBodyError, UnreadableBodyError
 */
export const readBody = createMiddleware<ApiEnv>(async (c, next) => {
  const request = c.req.raw;
  if (["GET", "HEAD"].includes(request.method)) return next();
  // A file is read by its endpoint, once it knows who sends it.
  if (request.method === "POST" && c.req.path === "/api/media") return next();
  const mediaType = readMediaType(request);
  const bytes = c.req.path.startsWith("/api/posts") ? largestArticle : largestBody;
  if (mediaType === "application/x-www-form-urlencoded") {
    const { tree, answers } = await readForm(request, { bytes });
    c.set("fields", answers);
    c.req.raw = withBody(request, JSON.stringify(tree));
    return next();
  }
  const text = decodeText(await readBytes(request, bytes));
  if (text === "") c.req.raw = withBody(request, null);
  else if (mediaType === "application/json") c.req.raw = withBody(request, text);
  else throw new UnsupportedBodyError();
  return next();
});

/** For endpoints that HTML forms post to: a form-encoded request is answered by a redirect, failures included. */
export const acceptForms = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.var.fields) c.set("isForm", true);
  await next();
});

/** The same request with a JSON body, or with none. */
function withBody(request: Request, body: string | null): Request {
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  if (body !== null) headers.set("Content-Type", "application/json");
  const cf = request.cf ? { cf: request.cf as RequestInitCfProperties } : {};
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal, ...cf });
}
