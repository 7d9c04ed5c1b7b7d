import { data, Link, useOutlet } from "react-router";
import { findLocale } from "#app/shared/find-locale.ts";
import { readListState, writeListQuery } from "#app/shared/list.ts";
import { may } from "#app/shared/permissions.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DoneNotice } from "#app/staff/done-notice.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerOffline } from "#app/staff/lists/answer-offline.ts";
import { answerViewForm, readListForm } from "#app/staff/lists/answer-view-form.ts";
import { summarizePage } from "#app/staff/lists/list-summary.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listUsers } from "#worker/accounts/list-users.ts";
import { readRolesInNeed } from "#worker/accounts/roles-in-need.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/user-management.ts";
import { answerBulk } from "./answer-bulk.ts";
import { answerPending } from "./answer-pending.ts";
import { ExportLink } from "./export-link.tsx";
import { inviteDialog, InviteDialog } from "./invite-dialog.tsx";
import { page as usersPage } from "./page.ts";
import { PendingInvites, toInviteRows } from "./pending-invites.tsx";
import { listRoleOptions } from "./role-options.ts";
import { toManager } from "./to-manager.ts";
import { toUserFilter, userList, userOptions } from "./user-list.ts";
import { buildUserCells, buildUserView, listBulkActions, toUserRow } from "./user-rows.tsx";
import { formatUserFigures, listUserViews } from "./user-views.ts";
import "./users.css";

export const middleware = [requirePermission(usersPage.permission, { write: "users.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const manager = toManager(context.get(staffContext));
  const { env, log } = context.get(requestScope);
  const state = readListState(userList, url.searchParams);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const shared = {
    state,
    reader: manager.id as string,
    roleOptions: listRoleOptions(manager.roles),
    isRemoved: url.searchParams.get("done") === "removed",
    mayExport: may(manager.roles, "users.export"),
    mayAudit: may(manager.roles, "audit.read"),
  };
  try {
    const asked = { filter: toUserFilter(state), sort: state.sort, cursor: state.page };
    const terms = { at: now(), needFactor: readRolesInNeed(env) };
    const found = await listUsers(openDb(env.DB), { ...asked, terms, reader: manager.id, list: userList.id });
    const rows = found.rows.map((row) => toUserRow(row, { manager, locale }));
    const invites = toInviteRows(found.invites, { manager, locale, at: now() });
    return data({
      ...shared,
      page: { rows, ...summarizePage(userList, found, locale) },
      figures: found.figures,
      views: listUserViews(found.figures, invites.everything, locale),
      invites,
      settings: found.settings,
    });
  } catch (error) {
    log.error("accounts not read", error);
    const settings = { density: "comfortable" as const, views: [] };
    const missing = { page: null, figures: null, views: listUserViews(null, 0, locale), invites: null, settings };
    return data({ ...shared, ...missing }, { status: 503 });
  }
}

/** Changes of several accounts and of invitations, of the reader's saved views, and of how the list looks to them. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const manager = toManager(context.get(staffContext));
  const scope = context.get(requestScope);
  const fields = await readListForm(request);
  return (
    (await answerViewForm(fields, { list: userList, url, user: manager.id, scope })) ??
    (await answerPending(fields, { manager, scope })) ??
    answerBulk(fields, { manager, scope })
  );
}

/** A list that could not be read is loaded again, not cached. It is the same whichever account is open in it. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const listUrl = new URL(userList.path + new URL(request.url).search, request.url);
  return loadCached(listUrl.href, serverLoader, ({ page }) => page !== null);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

/** After a refused change the list is loaded again, so that it shows how things stand. */
export const shouldRevalidate = () => true;

export const meta = () => buildPageMeta(usersPage);

export default function UserManagement({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, figures, reader, roleOptions, invites } = loaderData;
  const query = writeListQuery(userList, state);
  const open = (params as { id?: string }).id;
  const isListed = page?.rows.some(({ id }) => id === open) ?? false;
  const detail = useOutlet({ state });
  const reading = { reader, query, open };
  return (
    <>
      <PageHead
        title="User management"
        actions={
          <>
            {loaderData.mayAudit && (
              <Link className={nameButton()} to="/audit-log">
                <Icon name="list-checks" />
                Audit log
              </Link>
            )}
            <ExportLink state={state} mayExport={loaderData.mayExport} />
            <Link className={nameButton()} to={`${userList.path}/import`}>
              <Icon name="upload" />
              Invite from a file
            </Link>
            <DialogTrigger dialog={inviteDialog} kind="primary" icon="user-plus">
              Invite
            </DialogTrigger>
          </>
        }
      >
        {figures && formatUserFigures(figures)}
      </PageHead>
      <DataList
        list={userList}
        state={state}
        page={page}
        cells={buildUserCells(reading)}
        buildView={(row) => buildUserView(row, reading, detail)}
        canOpen
        views={loaderData.views}
        settings={loaderData.settings}
        filters={userOptions}
        search={{ label: "Name or e-mail" }}
        bulk={listBulkActions(roleOptions)}
        empty={<p>There is no account.</p>}
        outcome={
          <>
            <DoneNotice
              text={loaderData.isRemoved ? "The account is removed. What it wrote stays, without its name." : null}
            />
            <ListOutcome outcome={actionData?.outcome ?? null} path={userList.path} />
            {!isListed && detail}
          </>
        }
        after={invites && <PendingInvites invites={invites} />}
        refusedView={actionData?.refusedView ?? null}
      />
      <InviteDialog options={roleOptions} />
    </>
  );
}
