import { data, Link } from "react-router";
import { z } from "zod";
import { loadCached } from "#app/client/query-client.client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { ErrorState } from "#app/staff-kit/states.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { openDb } from "#worker/db/client.ts";
import { readOverview } from "#worker/analytics/read-overview.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/visitor-analytics.ts";
import { FigureReport } from "./figure-report.tsx";
import { formatOverview } from "./format-overview.ts";
import { page } from "./page.ts";
import "#app/staff-kit/table.css";
import "./table.css";
import "./analytics.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const ranges = [7, 30, 90] as const;

/** An unknown range means 30 days. Only the loader parses it, so that zod stays on the server. */
const range = z.coerce.number().pipe(z.literal(ranges)).catch(30);

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const days = range.parse(url.searchParams.get("days") ?? 30);
  try {
    const overview = await readOverview(openDb(env.DB), { days, now: now() });
    return data({ days, figures: formatOverview(overview, findLocale(request.headers.get("Accept-Language"))) });
  } catch (error) {
    log.error("visitor analytics not read", error);
    return data({ days, figures: null }, { status: 503 });
  }
}

/**
 * Figures are cached like all staff data. Missing figures are loaded again, then shown as missing, and never cached.
 */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ figures }) => figures !== null);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta(page);

export default function VisitorAnalytics({ loaderData: { days, figures } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Visitor analytics">
        Visitors and views of those who accepted, by days of UTC. Today is not over.
      </PageHead>
      <div className="kit-row">
        <nav className="ranges" aria-label="Range">
          {ranges.map((each) => (
            <Link key={each} to={`?days=${each}`} aria-current={each === days ? "page" : undefined}>
              {each} days
            </Link>
          ))}
        </nav>
        <Link className={nameButton({ kind: "ghost" })} to={`?days=${days}`} reloadDocument>
          Refresh
        </Link>
        {figures && <span className="kit-hint">As of {figures.readAt}</span>}
      </div>
      {figures ? <FigureReport figures={figures} /> : <Unreadable days={days} />}
    </>
  );
}

function Unreadable({ days }: { days: number }) {
  return (
    <ErrorState
      title="The figures could not be read just now"
      action={
        <Link className={nameButton()} to={`?days=${days}`} reloadDocument>
          Try again
        </Link>
      }
    >
      Nothing is lost: records keep arriving. Please try again in a minute.
    </ErrorState>
  );
}
