import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import type { Route } from "./+types/now.ts";
import { loadOperations } from "./load-operations.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** What the page shows, as JSON: read again every few seconds while the page is in sight. */
export async function loader(args: Route.LoaderArgs) {
  const view = await loadOperations(args);
  return Response.json(view, { status: view ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
