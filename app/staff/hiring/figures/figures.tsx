import { data, Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { EmptyState, ErrorState } from "#app/staff-kit/states.tsx";
import { TryAgain } from "#app/staff-kit/try-again.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { readFigures } from "#worker/hiring/applications/figures/read-figures.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { applicationsList, boardList } from "#app/staff/hiring/applications/applications-list.ts";
import { page } from "#app/staff/hiring/applications/page.ts";
import { ViewSwitch } from "#app/staff/hiring/applications/view-switch.tsx";
import type { Route } from "./+types/figures.ts";
import { figuresPath, readAsked, toCohort, writeAsked } from "./figures-asked.ts";
import { FigureReport } from "./figure-report.tsx";
import { FigurePeriod } from "./figure-period.tsx";
import { toFiguresView } from "./figures-view.ts";
import "#app/staff-kit/recipes.ts";
import "../applications/recipes.ts";
import "./recipes.ts";
import "#app/staff/hiring/applications/applications.css";
import "./figures.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const asked = readAsked(url.searchParams);
  const at = now();
  try {
    const found = await readFigures(openDb(env.DB), { cohort: toCohort(asked, at), at });
    const locale = findLocale(request.headers.get("Accept-Language"));
    return data({ asked, view: toFiguresView(found, { asked, locale, at }) });
  } catch (error) {
    log.error("hiring figures not read", error);
    return data({ asked, view: null }, { status: 503 });
  }
}

/** Figures are cached like all staff data. Missing figures are loaded again, then shown as missing, and never cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ view }) => view !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: "Hiring figures" });

export default function HiringFigures({ loaderData: { asked, view } }: Route.ComponentProps) {
  const job = asked.job === "" ? "" : `?job=${asked.job}`;
  return (
    <>
      <PageHead
        title={view?.title ?? "Hiring figures"}
        actions={
          <>
            <ViewSwitch
              current="figures"
              board={boardList.path + job}
              table={applicationsList.path + job}
              figures={figuresPath + writeAsked(asked)}
            />
            <a className={nameButton()} href={`${figuresPath}.csv${writeAsked(asked)}`}>
              <Icon name="download" />
              Download as CSV
            </a>
          </>
        }
      >
        How far applications come, how long each stage takes, and where candidates come from.
      </PageHead>
      <FigurePeriod asked={asked} jobs={view?.jobs ?? []} />
      {view === null && (
        <ErrorState
          title="The figures could not be read just now"
          action={<TryAgain to={figuresPath + writeAsked(asked)} />}
        >
          Nothing is lost. Please try again in a minute.
        </ErrorState>
      )}
      {view?.isEmpty && (
        <EmptyState
          title="No applications in these days"
          action={
            <Link
              className={nameButton()}
              to={figuresPath + writeAsked({ ...asked, days: "365", from: "", to: "", zone: "" })}
            >
              Show a year
            </Link>
          }
        >
          Applications count by the day on which they were received.
        </EmptyState>
      )}
      {view && !view.isEmpty && <FigureReport view={view} />}
    </>
  );
}
