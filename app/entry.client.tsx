import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type ClientOnErrorFunction, isRouteErrorResponse } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { buildPageFetch } from "./client/page-data.ts";

// React Router calls the global `fetch` and takes no other. Its own seams do not serve: client middleware may call
// `next()` once only, and a route with a `clientLoader` no longer has its data fetched ahead.
window.fetch = buildPageFetch(window.fetch);

// A view transition that ends early (a second click, a resized window) rejects its `ready`. React Router handles that
// rejection nowhere, so the console would tell of an error where the visitor only was quick.
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
 * What failed while a page was loading or posting. A refusal meant as such (404, 403) is no error, and React itself
 * tells of what fails in rendering.
 */
const reportLoad: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (errorInfo) return;
  if (!isRouteErrorResponse(error)) return reportError(error);
  if (error.status >= 500) reportError(new Error(`${error.status} ${error.statusText}`));
};

startTransition(() => {
  hydrateRoot(document, <HydratedRouter onError={reportLoad} />, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
    onRecoverableError: reportError,
  });
});
