import { data, Link } from "react-router";
import { z } from "zod";
import { loadCached } from "#app/client/query-client.ts";
import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
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
        Only visitors who accepted are followed, so views and visitors stand for them alone. Days run from midnight to
        midnight UTC; today is not over.
      </PageHead>
      <nav className="ranges" aria-label="Range">
        {ranges.map((each) => (
          <Link key={each} to={`?days=${each}`} aria-current={each === days ? "page" : undefined}>
            {each} days
          </Link>
        ))}
        <Link to={`?days=${days}`} reloadDocument>
          Refresh
        </Link>
        {figures && <span>As of {figures.readAt}</span>}
      </nav>
      {figures ? <FigureReport figures={figures} /> : <Unreadable />}
    </>
  );
}

function Unreadable() {
  return (
    <p className="unread" role="alert">
      The figures could not be read just now. Nothing is lost: records keep arriving. Please refresh in a minute.
    </p>
  );
}
