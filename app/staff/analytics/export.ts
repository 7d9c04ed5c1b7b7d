import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { exportFigures } from "#worker/analytics/export-figures.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import { listFunnels } from "#worker/analytics/list-funnels.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, type RequestScope, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { toDroppedFile, toFile, toGoalsFile } from "./file-rows.ts";
import { chooseFunnel } from "./funnels/choose.ts";
import { page } from "./page.ts";
import { readAnalyticsState } from "./read-state.ts";
import { toReportFile } from "./report-file.ts";
import { type AnalyticsState, buildPath, otherFiles } from "./state.ts";
import { describeMoved, toFiguresQuery, toReportQuery } from "./to-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** All rows of a panel or a report, or the chart of an address without them, as a CSV file. A HEAD request reads nothing. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const { state } = readAnalyticsState(url.searchParams);
  const other = otherFiles.find((each) => each === url.searchParams.get("of"));
  const of = state.show === "overview" ? (other ?? state.report ?? state.panel ?? "time") : state.show;
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    requireFreshSignIn(caller);
    const locale = findLocale(request.headers.get("Accept-Language"));
    const asked = { state, locale, of, actor: caller.user.id as AccountId };
    const rows = context.get(headContext) ? null : await streamFile(asked, scope);
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${state.report ? `${of}-sources` : `visitors-by-${of}`}-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(buildPath({ ...state, panel: null }), url);
    scope.log.error("figures not exported", error);
    return new Response("The figures could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}

interface Asked {
  state: AnalyticsState;
  locale: string;
  of: string;
  actor: AccountId;
}

async function streamFile({ state, locale, of, actor }: Asked, scope: RequestScope) {
  const db = openDb(scope.env.DB);
  const at = now();
  const { show, panel } = state;
  if (show !== "overview") {
    const steps = show === "funnels" ? chooseFunnel(state, await listFunnels(db)).steps : null;
    return exportFigures(
      db,
      {
        actor,
        of,
        toQuery: (settings) => toReportQuery(state, show, { ...settings, at, steps }),
        read: async (query, settings) => ({
          ...toReportFile(await readReport(db, query), { zone: settings.zone, locale, steps }),
          note: describeMoved(settings, { state, locale, at, withOwnGoals: false }),
        }),
      },
      scope,
    );
  }
  return exportFigures(
    db,
    {
      actor,
      of,
      toQuery: (settings) => ({ ...toFiguresQuery(state, { ...settings, at }), panels: panel ? [panel] : [] }),
      read: async (query, settings) => {
        const figures = await readFigures(db, query, at);
        const file =
          of === "dropped"
            ? toDroppedFile(figures)
            : of === "goals"
              ? toGoalsFile(figures)
              : toFile({ figures, zone: settings.zone }, { state, locale });
        const withOwnGoals = of === "goals" && figures.ownGoals.length > 0;
        return { ...file, note: describeMoved(settings, { state, locale, at, withOwnGoals }) };
      },
    },
    scope,
  );
}
