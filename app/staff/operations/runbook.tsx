import { Link } from "react-router";
import { loadCached } from "#app/client/query-client.client.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { renderRunbook } from "#worker/operations/runbook.ts";
import type { Route } from "./+types/runbook.ts";
import { page } from "./page.ts";
import "./runbook.css";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

export function loader() {
  return { html: renderRunbook() };
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}
clientLoader.hydrate = true as const;

export const meta = () => buildPageMeta({ ...page, name: "Runbook" });

/** docs/runbook.md of the version that is at work. */
export default function Runbook({ loaderData: { html } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Runbook"
        actions={
          <Link className={nameButton()} to={page.path}>
            Operations
          </Link>
        }
      >
        What to do when something fails. Keep a copy where it can be read while the site is away: docs/runbook.md.
      </PageHead>
      <div className="runbook" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
