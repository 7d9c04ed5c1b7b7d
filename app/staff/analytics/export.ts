import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/fresh-sign-in.ts";
import { exportFigures } from "#worker/analytics/export-figures.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { toFile } from "./file-rows.ts";
import { page } from "./page.ts";
import { readAnalyticsState } from "./read-state.ts";
import { buildPath } from "./state.ts";
import { toFiguresQuery } from "./to-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** All rows of a panel or of the report, or the chart of an address without them, as a CSV file. A HEAD request reads nothing. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const { state } = readAnalyticsState(url.searchParams);
  const at = now();
  const day = new Date(at).toISOString().slice(0, 10);
  const asked = {
    actor: caller.user.id as UserId,
    panel: state.report ?? state.panel,
    at,
    toQuery: (settings: { zone: string; first: number | null }) => ({
      ...toFiguresQuery(state, { ...settings, at }),
      panels: state.panel ? [state.panel] : [],
    }),
  };
  try {
    requireFreshSignIn(caller);
    const locale = findLocale(request.headers.get("Accept-Language"));
    const rows = context.get(headContext)
      ? null
      : await exportFigures(
          openDb(scope.env.DB),
          { ...asked, toFile: (found) => toFile(found, { state, locale }) },
          scope,
        );
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${state.report ? `${state.report}-sources` : `visitors-by-${state.panel ?? "time"}`}-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(buildPath({ ...state, panel: null }));
    scope.log.error("figures not exported", error);
    return new Response("The figures could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
