import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

function reportError(error: unknown, info: { componentStack?: string | undefined }) {
  console.error("Application error", {
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    componentStack: info.componentStack,
    timestamp: new Date().toISOString(),
  });
}

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
    onRecoverableError: reportError,
  });
});
