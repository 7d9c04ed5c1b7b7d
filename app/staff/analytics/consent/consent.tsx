import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { readConsentRates } from "#worker/analytics/proofs/read-rates.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/consent.ts";
import { answerCheck } from "./answer-check.ts";
import { CheckPanel } from "./check-form.tsx";
import { page } from "./page.ts";
import { proofList } from "./proofs/proof-list.ts";
import { toRatesView } from "./rates-view.ts";
import { VersionsPanel, WeeksChart } from "./rates.tsx";
import "#app/staff/recipes.ts";
import "#app/staff-kit/recipes.ts";
import "../recipes.ts";
import "./recipes.ts";
import "../chart.css";
import "../panels.css";
import "./consent.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const at = now();
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    return data({ view: toRatesView(await readConsentRates(openDb(env.DB), at), { locale, at }) });
  } catch (error) {
    log.error("acceptance rates not read", error);
    return data({ view: null }, { status: 503 });
  }
}

/** Rates are cached like all staff data; missing ones are loaded again. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export function action({ context, request }: Route.ActionArgs) {
  return answerCheck(request, context.get(requestScope));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const meta = () => buildPageMeta(page);

export default function Consent({ loaderData: { view }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={page.name}
        actions={
          <Link className={nameButton({ kind: "primary" })} to={proofList.path}>
            Ledger of proofs
          </Link>
        }
      >
        {view
          ? `Answers to the cookie banner in the last year, weeks in ${view.zone}.`
          : "Answers to the cookie banner."}
      </PageHead>
      {view && view.weeks.length > 0 && <WeeksChart view={view} />}
      {view?.weeks.length === 0 && (
        <EmptyState title="No choices in the last year">
          As soon as a visitor answers the cookie banner, the choice is counted here.
        </EmptyState>
      )}
      {view === null && (
        <ErrorState title="The rates could not be read just now" action={<TryAgain to={page.path} />}>
          Nothing is lost: choices keep arriving. Please try again in a minute.
        </ErrorState>
      )}
      <div className="panels consent-panels staff-wide">
        {view && view.versions.length > 0 && <VersionsPanel versions={view.versions} />}
        <CheckPanel
          refused={actionData && "problems" in actionData ? actionData : null}
          checked={actionData && "id" in actionData ? actionData : null}
          offline={actionData && "refusedView" in actionData ? actionData.refusedView : null}
        />
      </div>
    </>
  );
}
