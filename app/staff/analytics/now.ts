import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { readRealtimeOnce } from "#worker/analytics/figures/read-realtime.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/now.ts";
import { page } from "./page.ts";
import { type RealtimeAnswer, toRealtimeView } from "./realtime-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Who is there now, as JSON: what the page of visitor analytics reads every few seconds. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const headers = { "Cache-Control": "no-store" };
  try {
    const { found, wait } = await readRealtimeOnce(env.DB, now());
    const view = toRealtimeView(found, findLocale(request.headers.get("Accept-Language")));
    return Response.json({ ...view, wait } satisfies RealtimeAnswer, { headers });
  } catch (error) {
    log.error("visitors of now not read", error);
    return Response.json(null, { status: 503, headers });
  }
}
