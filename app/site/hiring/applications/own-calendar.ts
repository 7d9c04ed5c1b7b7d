import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { answerCalendarFile } from "#worker/hiring/interviews/calendar-file.ts";
import { readOwnBooked } from "#worker/hiring/interviews/read-own.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/own-calendar.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** A booked interview as a calendar file, for who has the private link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const found = await readOwnBooked(openDb(scope.env.DB), params);
  return found ? answerCalendarFile(found, { reader: "candidate" }, scope) : new Response(null, { status: 404 });
}
