import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { answerCalendarFile } from "#worker/hiring/interviews/calendar-file.ts";
import { selectBooked } from "#worker/hiring/interviews/read-own.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/calendar.ts";

export const middleware = [requirePermission("applications.read")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** A booked interview as a calendar file. */
export async function loader({ context, params: { id, interview } }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const found = await selectBooked(openDb(scope.env.DB), interview)
    .where("interviews.application_id", "=", id as ApplicationId)
    .executeTakeFirst();
  return found ? answerCalendarFile(found, { reader: "staff" }, scope) : new Response(null, { status: 404 });
}
