import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportEnquiries } from "#worker/enquiries/export-enquiries.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import type { Route } from "./+types/export.ts";
import { enquiryList, toEnquiryFilter } from "./enquiry-list.ts";

export const middleware = [requirePermission("enquiries.export")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The inbox list with its filters. */
export function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  const state = readListState(enquiryList, url.searchParams);
  const asked = { filter: toEnquiryFilter(state, { reader: actor, at: now() }), actor };
  return answerCsv(
    { context, url },
    {
      name: `enquiries-${state.filters.folder}`,
      what: "The enquiries",
      page: enquiryList.path + writeListQuery(enquiryList, state),
      write: (db, scope) => exportEnquiries(db, asked, scope),
    },
  );
}
