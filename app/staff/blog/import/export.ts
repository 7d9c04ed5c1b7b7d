import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { exportSite } from "#worker/imports/export/export-site.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import { page } from "../page.ts";
import type { Route } from "./+types/export.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** All articles with their pictures as a ZIP. A HEAD request reads nothing and is not recorded in the audit log. */
export async function loader({ context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as UserId;
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    const archive = context.get(headContext) ? null : await exportSite(openDb(scope.env.DB), { actor }, scope);
    return new Response(archive, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="articles-${day}.zip"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    scope.log.error("export not begun", error);
    return new Response("The articles could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
