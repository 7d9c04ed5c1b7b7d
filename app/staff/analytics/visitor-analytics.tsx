import { data, Link, redirect } from "react-router";
import tokenDark from "#app/assets/art/token-data-analytics-dark.svg?url";
import token from "#app/assets/art/token-data-analytics.svg?url";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { ThemedArt } from "#app/ui/art.tsx";
import { type AnalyticsPage, readAnalyticsPage, readAnalyticsReport } from "#worker/analytics/read-page.ts";
import { listSeen } from "#worker/analytics/list-seen.ts";
import { listFunnels } from "#worker/analytics/list-funnels.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/visitor-analytics.ts";
import { answerAnalytics, doneWords } from "./answer-analytics.ts";
import { Chart } from "./chart.tsx";
import { chooseFunnel } from "./funnels/choose.ts";
import { FilterChips } from "./filter-chips.tsx";
import { findOpenGoal, type GoalFormView, toGoalForm } from "./goals/goal-form-view.ts";
import { KeyFigures } from "./key-figures.tsx";
import { page } from "./page.ts";
import type { Edited } from "./annotations-panel.tsx";
import { PanelGrid } from "./panel-grid.tsx";
import { RangeControls } from "./range-controls.tsx";
import { readAnalyticsState } from "./read-state.ts";
import { type Realtime, useRealtime } from "./realtime-panel.tsx";
import { RefusedForms, useRefusedForms } from "./refused-forms.tsx";
import { Report } from "./report.tsx";
import { ReportsForm } from "./reports-form.tsx";
import { ReportTabs } from "./report-tabs.tsx";
import { toReportView } from "./report-view.ts";
import { type AnalyticsState, buildPath, writePath, writeQuery } from "./state.ts";
import { type AnalyticsView, toAnalyticsView, toFiguresQuery, toReportQuery } from "./to-view.ts";
import { useFormFocus } from "./use-form-focus.ts";
import { ZoneForm } from "./zone-form.tsx";
import "./recipes.ts";
import "../recipes.ts";
import "#app/staff-kit/recipes.ts";
import "#app/staff-kit/list/list-filters-recipes.ts";
import "#app/staff-kit/list/list-filters.css";
import "./analytics.css";
import "./chart.css";
import "./panels.css";
import "./funnels/funnels.css";
import "./reports.css";

export const middleware = [requirePermission(page.permission, { write: "analytics.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

interface Clock {
  zone: string;
  first: number | null;
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const user = context.get(staffContext).user.id as AccountId;
  const { state, isNormal } = readAnalyticsState(url.searchParams);
  if (!isNormal) throw redirect(page.path + writeQuery(state));
  const at = now();
  const done = doneWords(url.searchParams.get("done"));
  try {
    const db = openDb(env.DB);
    const locale = findLocale(request.headers.get("Accept-Language"));
    const { show } = state;
    if (show !== "overview") {
      const funnel = show === "funnels" ? chooseFunnel(state, await listFunnels(db)) : undefined;
      const seen = funnel?.form ? await listSeen(db, at) : null;
      const steps = funnel?.steps ?? null;
      const toQuery = (settings: Clock) => toReportQuery(state, show, { ...settings, at, steps });
      const found = await readAnalyticsReport(db, { user, at, toQuery });
      return data({ state, done, view: null, report: toReportView(found, { state, locale, at, funnel, seen }) });
    }
    const toQuery = (settings: Clock) => toFiguresQuery(state, { ...settings, at });
    const found = await readAnalyticsPage(db, { user, at, toQuery });
    if (url.search === "") openDefaultView(found.settings);
    const goal = findOpenGoal(state.edit, found.figures.ownGoals);
    const goalForm = goal && toGoalForm(goal, await listSeen(db, at));
    return data({
      state,
      done,
      view: { ...toAnalyticsView(found, { state, locale, user, at }), goalForm },
      report: null,
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error("visitor analytics not read", error);
    return data({ state, done, view: null, report: null }, { status: 503 });
  }
}

/** Leads an address without a query to the view that the page opens with. */
function openDefaultView({ views, defaultView }: Pick<AnalyticsPage["settings"], "views" | "defaultView">): void {
  const query = views.find(({ id }) => id === defaultView)?.query ?? "";
  if (query !== "") throw redirect(writePath(query));
}

/** Figures are cached like all staff data. Missing figures are loaded again, then shown as missing, and never cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view, report }) => Boolean(view ?? report));
}
clientLoader.hydrate = true as const;

export const action = (args: Route.ActionArgs) => answerAnalytics(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(page);

export default function VisitorAnalytics({ loaderData, actionData }: Route.ComponentProps) {
  const { state, done, view, report } = loaderData;
  const frame = view ?? report;
  const realtime = useRealtime(view?.realtime ?? null);
  const refused = useRefusedForms(actionData);
  useFormFocus(state.edit);
  return (
    <>
      <PageHead
        title="Visitor analytics"
        actions={<RangeControls state={state} days={frame?.legend.now ?? null} views={frame?.views ?? []} />}
      >
        {view && realtime && (
          <Tag tone="success" icon="broadcast">
            {realtime.now} now
          </Tag>
        )}{" "}
        {!frame && "Visitors who accepted."}
        {frame && (
          <>
            Visitors who accepted, days in{" "}
            <Link
              className="analytics-zone"
              data-opens="zone"
              to={buildPath(state, { edit: "zone" })}
              aria-label={`${frame.zone}: change the zone`}
              title="Change the zone"
              preventScrollReset
            >
              {frame.zone}
            </Link>
            , as of {frame.asOf}.{" "}
            <Link
              className="analytics-zone"
              data-opens="reports"
              to={buildPath(state, { edit: "reports" })}
              preventScrollReset
            >
              Reports by mail
            </Link>
          </>
        )}
      </PageHead>
      <DoneNotice text={actionData ? null : done} />
      <ListOutcome outcome={actionData?.outcome ?? null} path={page.path} />
      {actionData?.refusedView && (
        <p className="kit-error" role="alert">
          {actionData.refusedView}
        </p>
      )}
      <ReportTabs state={state} />
      {frame?.movedNote && <p className="staff-text">{frame.movedNote}</p>}
      {frame?.reportsForm && <ReportsForm state={state} {...frame.reportsForm} />}
      {frame?.zoneForm && <ZoneForm state={state} {...frame.zoneForm} />}
      {view && realtime && (
        <Overview {...{ state, view, realtime }} refusedNote={refused.note} goalForm={refused.goal ?? view.goalForm} />
      )}
      {report && (
        <>
          <FilterChips state={state} filters={report.filters} />
          <Report state={state} body={report.body} refusedFunnel={refused.funnel} />
        </>
      )}
      {!frame && <Unreadable state={state} />}
      {!frame && <RefusedForms state={state} refused={refused} />}
    </>
  );
}

interface OverviewProps {
  state: AnalyticsState;
  view: AnalyticsView;
  realtime: Realtime;
  goalForm: GoalFormView | null;
  refusedNote: Edited | null;
}

function Overview({ state, view, realtime, goalForm, refusedNote }: OverviewProps) {
  return (
    <>
      {view.isEmpty ? (
        <EmptyState
          title="No choices in these days"
          art={<ThemedArt art={{ light: token, dark: tokenDark }} width={104} height={104} />}
        >
          As soon as a visitor answers the consent banner, the choice is counted here; visits follow for those who
          accept.
        </EmptyState>
      ) : (
        <>
          <FilterChips state={state} filters={view.filters} offered={listOffered(view)} />
          {view.isOfNothing && view.filters.length > 0 && (
            <p className="staff-text" role="status">
              No visit of these days fits the filters.
            </p>
          )}
          <KeyFigures state={state} figures={view.keyFigures} />
          <Chart state={state} view={view} />
        </>
      )}
      <PanelGrid {...{ state, view, realtime, goalForm, refusedNote }} />
    </>
  );
}

/** Each value of the panels once, and each goal, for the field of a filter. Goals of staff are known by their names, too. */
function listOffered({ panels, goals, ownGoals }: AnalyticsView) {
  const rows = [
    ...panels.flatMap((panel) => panel.rows),
    ...goals.map(({ goal, name }) => ({ value: goal, name })),
    ...ownGoals.map(({ name }) => ({ value: name, name })),
  ].filter(({ value }) => value !== "");
  return [...new Map(rows.map(({ value, name }) => [value, { value, name }])).values()];
}

function Unreadable({ state }: { state: AnalyticsState }) {
  return (
    <ErrorState title="The figures could not be read just now" action={<TryAgain to={buildPath(state)} />}>
      Nothing is lost: records keep arriving. Please try again in a minute.
    </ErrorState>
  );
}
