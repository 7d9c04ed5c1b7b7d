import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportFigures } from "#worker/analytics/export-figures.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import { listFunnels } from "#worker/analytics/list-funnels.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
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

/** All rows of a panel or a report, or the chart of an address without them. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  const { state } = readAnalyticsState(url.searchParams);
  const other = otherFiles.find((each) => each === url.searchParams.get("of"));
  const of = state.show === "overview" ? (other ?? state.report ?? state.panel ?? "time") : state.show;
  const locale = findLocale(request.headers.get("Accept-Language"));
  return answerCsv(
    { context, url },
    {
      name: state.report ? `${of}-sources` : `visitors-by-${of}`,
      what: "The figures",
      page: buildPath({ ...state, panel: null }),
      write: (db, scope) => streamFile(db, { state, locale, of, actor }, scope),
    },
  );
}

interface Asked {
  state: AnalyticsState;
  locale: string;
  of: string;
  actor: AccountId;
}

async function streamFile(db: Db, { state, locale, of, actor }: Asked, scope: RequestScope) {
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
