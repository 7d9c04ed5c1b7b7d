import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportAccounts } from "#worker/accounts/managing/export-accounts.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { now } from "#worker/lib/clock.ts";
import type { Route } from "./+types/export.ts";
import { toManager } from "./to-manager.ts";
import { toAccountFilter, accountList } from "./account-list.ts";

export const middleware = [requirePermission("accounts.export")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The list of accounts with its filters. */
export function loader({ context, url }: Route.LoaderArgs) {
  const manager = toManager(context.get(staffContext));
  const state = readListState(accountList, url.searchParams);
  const filter = toAccountFilter(state);
  return answerCsv(
    { context, url },
    {
      name: "accounts",
      what: "The accounts",
      page: accountList.path + writeListQuery(accountList, state),
      write: (db, scope) =>
        exportAccounts(db, { filter, manager, terms: { at: now(), needFactor: readRolesInNeed(scope.env) } }, scope),
    },
  );
}
