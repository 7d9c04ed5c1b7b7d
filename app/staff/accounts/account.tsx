import { useOutletContext } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { loadRecord } from "#app/staff/lists/load-record.ts";
import { loadRecordCached, refuseOffline, reloadsRecord } from "#app/staff/lists/record-in-browser.ts";
import { nameMissing, RecordMissing } from "#app/staff/lists/record-missing.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { isAccountId, readUser } from "#worker/accounts/managing/read-account.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/account.ts";
import { answerUser } from "./answer-account.ts";
import { toManager } from "./to-manager.ts";
import { AccountDetail } from "./account-detail.tsx";
import { accountList, type AccountListState } from "./account-list.ts";
import { toAccountView } from "./account-view.ts";

export const middleware = [requirePermission("accounts.read", { write: "accounts.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, params: { id }, request, url }: Route.LoaderArgs) {
  const manager = toManager(context.get(staffContext));
  const scope = context.get(requestScope);
  const terms = { at: now(), needFactor: readRolesInNeed(scope.env) };
  return loadRecord("account", scope, {
    read: async () => (isAccountId(id) ? readUser(openDb(scope.env.DB), { id, terms }) : null),
    show: (found) => ({
      view: toAccountView(found, { manager, locale: findLocale(request.headers.get("Accept-Language")) }),
      done: url.searchParams.get("done"),
    }),
  });
}

/** Every change of one account is a form below its row; the list stays as the address says it. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const listQuery = writeListQuery(accountList, readListState(accountList, url.searchParams));
  const manager = toManager(context.get(staffContext));
  return answerUser({ request, id: params.id, manager, listQuery, scope: context.get(requestScope) });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadRecordCached(args);
}
clientLoader.hydrate = true as const;

export const clientAction = (args: Route.ClientActionArgs) => refuseOffline(args);

export const shouldRevalidate = reloadsRecord;

export function meta({ loaderData }: Route.MetaArgs) {
  const { view } = loaderData ?? {};
  const name = view ? (view.name ?? view.email) : nameMissing("account", loaderData?.isUnread);
  return buildPageMeta({ name });
}

/** One account, below its row in the list. */
export default function Account({ loaderData, actionData, params }: Route.ComponentProps) {
  const context = useOutletContext<{ state: AccountListState } | undefined>();
  const query = context ? writeListQuery(accountList, context.state) : "";
  const own = `${accountList.path}/${params.id}${query}`;
  if (!loaderData.view)
    return (
      <div className="user-missing" data-detail="" tabIndex={-1}>
        <RecordMissing
          noun="account"
          gone="removed"
          back="Go to the list"
          isUnread={loaderData.isUnread}
          own={own}
          close={accountList.path + query}
        />
      </div>
    );
  const { view, done } = loaderData;
  return <AccountDetail key={view.id} {...{ view, done, own }} refused={actionData ?? null} />;
}
