import { findLocale } from "#shared/dates/find-locale.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { readNow } from "#worker/search/staff/read-overview.ts";
import type { Route } from "./+types/now.ts";
import { page } from "../page.ts";
import { type NowAnswer, toRunView } from "./run-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** How far the newest run has come, as JSON: what the overview reads while one runs. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const headers = { "Cache-Control": "no-store" };
  try {
    const { run, generation } = await readNow(openSearchDb(env.SEARCH_DB));
    const locale = findLocale(request.headers.get("Accept-Language"));
    const view = run && toRunView(run, { locale, at: now() });
    return Response.json({ run: view, generation } satisfies NowAnswer, { headers });
  } catch (error) {
    log.error("run of now not read", error);
    return Response.json(null, { status: 503, headers });
  }
}
