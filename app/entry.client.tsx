import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type ClientOnErrorFunction, isRouteErrorResponse } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { holdEvents } from "./client/hold-events.ts";
import { buildPageFetch } from "./client/page-data.ts";

// React Router always calls the global `fetch`, so it is replaced. React Router's own hooks are not enough: client
// middleware may call `next()` only once, and the data of a route with a `clientLoader` is no longer prefetched.
window.fetch = buildPageFetch(window.fetch);

// A view transition that ends early (a second click, a resized window) rejects its `ready` promise. React Router does
// not handle that rejection, so the console would report an error although nothing went wrong.
const startViewTransition = document.startViewTransition?.bind(document);
if (startViewTransition) {
  document.startViewTransition = (update) => {
    const transition = startViewTransition(update);
    transition.ready.catch(() => {});
    return transition;
  };
}

function reportError(error: unknown, info: { componentStack?: string | undefined } = {}) {
  console.error("Application error", {
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    componentStack: info.componentStack,
    timestamp: new Date().toISOString(),
  });
}

/**
 * Reports errors of loading and posting. A deliberate refusal (404, 403) is not an error. React itself reports errors
 * of rendering.
 */
const reportLoad: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (errorInfo) return;
  if (!isRouteErrorResponse(error)) return reportError(error);
  if (error.status >= 500) reportError(new Error(`${error.status} ${error.statusText}`));
};

holdEvents();
startTransition(() => {
  hydrateRoot(document, <HydratedRouter onError={reportLoad} />, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
    onRecoverableError: reportError,
  });
});
