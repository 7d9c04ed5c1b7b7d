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

export default function BlogManagement() {
  return (
    <>
      <PageHead title="Blog management" />
      <Empty title="No articles yet" art={emptyArt["/blog-management"]}>
        Articles for Insights will be written, scheduled and published here. Publishing is not part of the site yet.
      </Empty>
    </>
  );
}
