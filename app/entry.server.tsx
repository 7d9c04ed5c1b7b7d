import { lookUpError } from "#worker/lib/http/refusals.ts";
import { documentContext, requestScope } from "#worker/lib/scope.ts";
import type { ErrorInfo } from "react";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";

/**
 * Renders the whole page before it answers, so that an error still gets its status, and a public page its ETag. A public
 * page that the Worker keeps for the same data is not rendered again: its answer has headers alone.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce, isPublic, isCached } = context.get(documentContext);
  const { log } = context.get(requestScope);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (status === 200 && isPublic()) {
    const data = await new Response(entryContext.serverHandoffStream).text();
    if (isCached(data)) return new Response(null, { headers });
    entryContext.serverHandoffStream = new Response(data).body!;
  }
  let finalStatus = status;
  const body = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
    nonce,
    signal: request.signal,
    onError(error: unknown, info: ErrorInfo) {
      finalStatus = 500;
      log.error("render failed", error, { componentStack: info.componentStack });
    },
  });
  await body.allReady;
  return new Response(body, { headers, status: finalStatus });
}

/**
 * Logs errors of loaders and middleware, except for requests that the visitor cancelled and deliberate refusals (404,
 * 403).
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${String(error.data)}`) : error;
  const scope = context.get(requestScope);
  scope.retryAfter ??= lookUpError(error).retryAfter;
  scope.log.error("route failed", cause, { path: new URL(request.url).pathname });
};
