import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { exportFigures } from "#worker/hiring/applications/figures/read-figures.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { byteOrderMark, writeCsvRow } from "#worker/lib/text/csv.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import { page } from "#app/staff/hiring/applications/page.ts";
import type { Route } from "./+types/export.ts";
import { figuresPath, readAsked, toCohort, writeAsked } from "./figures-asked.ts";
import { figureHeads, toFiguresView, writeFigureRows } from "./figures-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The figures of the page as a CSV file, without a name of anybody. A HEAD request reads nothing and is not recorded. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const asked = readAsked(url.searchParams);
  const at = now();
  try {
    requireFreshSignIn(caller);
    return new Response(context.get(headContext) ? null : await write(), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="hiring-figures-${new Date(at).toISOString().slice(0, 10)}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(figuresPath + writeAsked(asked), url);
    scope.log.error("figures not exported", error);
    return new Response("The figures could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }

  async function write(): Promise<string> {
    const actor = caller.user.id as AccountId;
    const found = await exportFigures(openDb(scope.env.DB), { cohort: toCohort(asked, at), at, actor }, scope);
    const rows = writeFigureRows(toFiguresView(found, { asked, locale: null, at }));
    const filled = rows.map((cells) => figureHeads.map((_, place) => cells[place] ?? ""));
    return byteOrderMark + [figureHeads, ...filled].map(writeCsvRow).join("");
  }
}
