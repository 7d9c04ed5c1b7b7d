import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportEnquiries } from "#worker/enquiries/export-enquiries.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { enquiryList, toEnquiryFilter } from "./enquiry-list.ts";

export const middleware = [requirePermission("enquiries.export")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The inbox list with its filters as a CSV file. A HEAD request reads no rows and is not recorded in the audit log. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const { user } = caller;
  const scope = context.get(requestScope);
  const state = readListState(enquiryList, url.searchParams);
  const day = new Date(now()).toISOString().slice(0, 10);
  const actor = user.id as AccountId;
  const asked = { filter: toEnquiryFilter(state, { reader: actor, at: now() }), actor };
  try {
    requireFreshSignIn(caller);
    const rows = context.get(headContext) ? null : await exportEnquiries(openDb(scope.env.DB), asked, scope);
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="enquiries-${state.filters.folder}-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError)
      return confirmDownload(enquiryList.path + writeListQuery(enquiryList, state), url);
    scope.log.error("export not begun", error);
    return new Response("The enquiries could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
