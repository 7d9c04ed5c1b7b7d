import { data } from "react-router";
import { readListState } from "#app/shared/list.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { findLocale } from "#app/shared/find-locale.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listUsers } from "#worker/accounts/list-users.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/user-management.ts";
import { page as usersPage } from "./page.ts";
import { toUserFilter, userList, userOptions } from "./user-list.ts";
import { toUserRows, userCells } from "./user-rows.tsx";
import "./users.css";

export const middleware = [requirePermission(usersPage.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { user } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const state = readListState(userList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  try {
    const asked = { filter: toUserFilter(state), sort: state.sort, cursor: state.page };
    const found = await listUsers(openDb(env.DB), { ...asked, reader: user.id as UserId, list: userList.id });
    const page = { rows: toUserRows(found.rows, locale), ...summarizePage(userList, found, locale) };
    return data({ state, page, figures: found.figures, settings: found.settings });
  } catch (error) {
    log.error("accounts not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    return data({ state, page: null, figures: null, settings }, { status: 503 });
  }
}

/** Changes of the reader's own saved views, and of how the list looks to them. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { user } = context.get(staffContext);
  const posted = { list: userList, url, user: user.id as UserId, scope: context.get(requestScope) };
  const answer = await answerViewForm(await readListForm(request), posted);
  if (!answer) throw data(null, { status: 400, statusText: "Bad Request" });
  return answer;
}

/** A list that could not be read is loaded again, not cached. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const meta = () => buildPageMeta(usersPage);

export default function UserManagement({ loaderData, actionData }: Route.ComponentProps) {
  const { state, page, figures, settings } = loaderData;
  const everyone = figures?.everyone ?? 0;
  return (
    <>
      <PageHead title="User management">
        {figures && `${everyone === 1 ? "1 account" : `${everyone} accounts`}, ${figures.roleless} without a role. `}
        They can be read here, not changed yet.
      </PageHead>
      <DataList
        list={userList}
        state={state}
        page={page}
        cells={userCells}
        buildView={({ name, email }) => ({ name: name ?? email })}
        views={[
          { name: "Everyone", filters: {}, count: figures?.everyone.toString() },
          { name: "Without a role", filters: { role: "none", status: "active" }, count: figures?.roleless.toString() },
          { name: "Disabled", filters: { status: "disabled" }, count: figures?.disabled.toString() },
        ]}
        settings={settings}
        filters={userOptions}
        search={{ label: "Name or e-mail" }}
        empty={<p>There is no account.</p>}
        refusedView={actionData?.refusedView ?? null}
      />
    </>
  );
}
