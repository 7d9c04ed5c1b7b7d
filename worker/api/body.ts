import { createMiddleware } from "hono/factory";
import { readAtMost } from "../lib/drain.ts";
import { BodyTooLargeError, UnreadableBodyError, UnsupportedBodyError } from "../lib/errors.ts";
import type { ApiEnv } from "./app.ts";

/** Bytes that a request of the API may have. */
const largestBody = 16 * 1024;

/** Fields of an HTML form; of a name that comes twice the last counts. */
export type FormFields = Record<string, string>;

/**
 * Reads the body up to the limit while it streams, strictly as UTF-8. A form-encoded body becomes JSON for what
 * comes after, and its fields are in `c.var.fields`.
 * @throws BodyTooLargeError, UnsupportedBodyError, UnreadableBodyError
 */
export const readBody = createMiddleware<ApiEnv>(async (c, next) => {
  const request = c.req.raw;
  if (["GET", "HEAD"].includes(request.method)) return next();
  const bytes = await readAtMost(request, largestBody);
  if (!bytes) throw new BodyTooLargeError();
  const text = decodeText(bytes);
  const mediaType = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/x-www-form-urlencoded") {
    const fields: FormFields = Object.fromEntries(new URLSearchParams(text));
    c.set("fields", fields);
    c.req.raw = withBody(request, JSON.stringify(fields));
  } else if (text === "") c.req.raw = withBody(request, null);
  else if (mediaType === "application/json") c.req.raw = withBody(request, text);
  else throw new UnsupportedBodyError();
  return next();
});

/** For endpoints that HTML forms post to: a form-encoded request is answered by a redirect, failures included. */
export const acceptForms = createMiddleware<ApiEnv>(async (c, next) => {
  if (c.var.fields) c.set("form", c.var.fields);
  await next();
});

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new UnreadableBodyError();
  }
}

/** The same request with a JSON body, or with none. */
function withBody(request: Request, body: string | null): Request {
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  if (body !== null) headers.set("Content-Type", "application/json");
  const cf = request.cf ? { cf: request.cf as RequestInitCfProperties } : {};
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal, ...cf });
}
