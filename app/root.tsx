import { lazy, type ReactNode, useLayoutEffect } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import displayFont from "@fontsource-variable/special-gothic/files/special-gothic-latin-wght-normal.woff2?url";
import textFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import "./styles/public.ts";
import { darkPage, lightPage } from "virtual:token-colours";
import type { Route } from "./+types/root.ts";
import { ErrorScreen } from "./site/error-screen.tsx";
import { HydrationSignal } from "./ui/hydration-signal.tsx";
import { PageCodeGuard } from "./ui/page-code-guard.tsx";
import { enterContext } from "#worker/lib/scope.ts";
import { keepTheme } from "./ui/keep-theme.ts";

/**
 * Runs before all other middleware. Tells worker/pages/pages.ts which route matched, so that it finds the route's `handle`.
 */
export const middleware: Route.MiddlewareFunction[] = [({ context, pattern }) => context.get(enterContext)(pattern)];

export function links() {
  return [
    ...[displayFont, textFont].map((href) => ({
      rel: "preload",
      href,
      as: "font",
      type: "font/woff2",
      crossOrigin: "anonymous" as const,
    })),
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
    { rel: "manifest", href: "/site.webmanifest" },
  ];
}

/**
 * The document shell. worker/pages/finish-page.ts adds the inline scripts: the theme script before everything in <head>, the
 * others at the end.
 */
export function Layout({ children }: { children: ReactNode }) {
  useLayoutEffect(keepTheme, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content={lightPage} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={darkPage} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <HydrationSignal />
        {/* Browsers restore the scroll position of document loads themselves. worker/pages/finish-page.ts turns this script
            into inert data. */}
        <ScrollRestoration data-inert />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <PageCodeGuard />
      <Outlet />
    </>
  );
}

/** Hardly ever shown here: a page that finds nothing shows it itself. */
const NotFound = lazy(async () => ({ default: (await import("./site/not-found-notice.tsx")).NotFound }));

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen />;
  return (
    <main>
      <title>Page not found</title>
      <NotFound />
    </main>
  );
}
