import { useMemo } from "react";
import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { LocalTime } from "#app/ui/local-time.tsx";
import type { Route } from "./+types/operations.ts";
import { AlertsPanel } from "./alerts-panel.tsx";
import { AnswerNotice } from "./answer-notice.tsx";
import { answerOperations, type OperationsAnswer } from "./answer-operations.ts";
import { ErrorsPanel } from "./errors-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import { loadOperations } from "./load-operations.ts";
import type { OperationsView } from "./operations-view.ts";
import { page } from "./page.ts";
import { Attention, ChecksPanel, FactsPanel, Figures, QueuesPanel } from "./state-panels.tsx";
import { useLive } from "./use-live.ts";
import "../recipes.ts";
import "#app/staff-kit/recipes.ts";
import "../analytics/recipes.ts";
import "./recipes.ts";
import "#app/staff/analytics/panels.css";
import "#app/staff/analytics/reports.css";
import "./operations.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader(args: Route.LoaderArgs) {
  const view = await loadOperations(args);
  return data({ view }, { status: view ? 200 : 503 });
}

export const action = (args: Route.ActionArgs) => answerOperations(args);

/** A failed read is loaded again and not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

/** After each form, so that the page shows how things stand; not where the site is away, so that what is typed stays. */
export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(page);

export default function OperationsPage({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const answer = useMemo(() => readAnswer(actionData), [actionData]);
  return view ? <Everything first={view} answer={answer} /> : <Unread />;
}

/** Where the network is away, nothing of this page has answered. */
function readAnswer(actionData: unknown): OperationsAnswer | null {
  if (typeof actionData !== "object" || actionData === null) return null;
  if ("done" in actionData) return actionData as OperationsAnswer;
  return "refusedView" in actionData ? { done: null, problem: String(actionData.refusedView) } : null;
}

function Everything({ first, answer }: { first: OperationsView; answer: OperationsAnswer | null }) {
  const { view, problem } = useLive(first);
  return (
    <>
      <PageHead
        title="Operations"
        actions={
          <>
            <Link className={nameButton()} to={`${page.path}/runbook`}>
              Runbook
            </Link>
            <a className={nameButton()} href="#alerts">
              Alerts
            </a>
          </>
        }
      >
        {view.sentence}{" "}
        <small className="ops-as-of: text-ink-2 text-13">
          As of <LocalTime at={view.asOf} />
        </small>{" "}
        <small className="ops-behind: text-danger text-13 font-600" role="status">
          {problem}
        </small>
      </PageHead>
      <AnswerNotice answer={answer} />
      <Attention items={view.attention} />
      <Figures figures={view.figures} />
      <div className="panels ops-two staff-wide">
        <FactsPanel facts={view.facts} />
        <ChecksPanel checks={view.checks} />
      </div>
      <div className="panels panels-one staff-wide">
        <ErrorsPanel errors={view.errors} moreErrors={view.moreErrors} readAt={view.readAt} />
        <QueuesPanel queues={view.queues} />
        <JobsPanel jobs={view.jobs} />
        <AlertsPanel alerts={view.alerts} answer={answer} />
      </div>
    </>
  );
}

function Unread() {
  return (
    <>
      <PageHead title="Operations" />
      <ErrorState title="This could not be read just now" action={<TryAgain to={page.path} />}>
        The database does not answer, or migrations are not applied: /api/health tells which. The logs of the Worker
        tell more.
      </ErrorState>
    </>
  );
}
