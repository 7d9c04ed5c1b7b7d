import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportEnquiries } from "#worker/contact/export-enquiries.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { readChoices, toFilter } from "./read-filter.ts";

export const middleware = [requirePermission("enquiries.export")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The inbox list with its filters as a CSV file. A HEAD request reads no rows and is not recorded in the audit log. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const scope = context.get(requestScope);
  const choices = readChoices(url.searchParams);
  const day = new Date(now()).toISOString().slice(0, 10);
  const asked = { filter: toFilter(choices, user.id), actor: user.id as UserId };
  try {
    const rows = context.get(headContext) ? null : await exportEnquiries(openDb(scope.env.DB), asked, scope);
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="enquiries-${choices.folder}-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    scope.log.error("export not begun", error);
    return new Response("The enquiries could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
