import type { RouteHandle } from "#app/shared/route-handle.ts";
import { emptyArt } from "#app/staff/art.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { Empty } from "#app/ui/empty.tsx";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Without a loader the browser would not ask the server for this page, and no guard would run. */
export function loader() {
  return null;
}

export const meta = () => buildPageMeta(page);

export default function JobManagement() {
  return (
    <>
      <PageHead title="Job management" />
      <Empty title="No roles yet" art={emptyArt["/job-management"]}>
        Open roles for the Careers page will be kept here. Posting roles is not part of the site yet.
      </Empty>
    </>
  );
}
