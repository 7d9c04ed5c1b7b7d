import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportAccounts } from "#worker/accounts/managing/export-accounts.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { toManager } from "./to-manager.ts";
import { toAccountFilter, accountList } from "./account-list.ts";

export const middleware = [requirePermission("accounts.export")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The list of accounts with its filters as a CSV file. A HEAD request reads no rows and is not recorded. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const manager = toManager(context.get(staffContext));
  const scope = context.get(requestScope);
  const state = readListState(accountList, url.searchParams);
  const filter = toAccountFilter(state);
  const terms = { at: now(), needFactor: readRolesInNeed(scope.env) };
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    const asked = { filter, terms, manager };
    const text = context.get(headContext) ? null : await exportAccounts(openDb(scope.env.DB), asked, scope);
    return new Response(text, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="accounts-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError)
      return confirmDownload(accountList.path + writeListQuery(accountList, state), url);
    scope.log.error("accounts not exported", error);
    return new Response("The accounts could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}
