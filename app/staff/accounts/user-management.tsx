import { Link, useOutlet } from "react-router";
import { writeListQuery } from "#shared/pages/list.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listUsers } from "#worker/accounts/managing/list-users.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
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

export function loader(args: Route.LoaderArgs) {
  const manager = toManager(args.context.get(staffContext));
  const { env } = args.context.get(requestScope);
  const shared = {
    reader: manager.id as string,
    roleOptions: listRoleOptions(manager.roles),
    isRemoved: args.url.searchParams.get("done") === "removed",
    mayExport: may(manager.roles, "users.export"),
    mayAudit: may(manager.roles, "audit.read"),
  };
  return loadList(
    userList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const terms = { at, needFactor: readRolesInNeed(env) };
      const found = await listUsers(openDb(env.DB), { ...asked, filter: toUserFilter(state), terms });
      const rows = found.rows.map((row) => toUserRow(row, { manager, locale }));
      const invites = toInviteRows(found.invites, { manager, locale, at });
      const views = listUserViews(found.figures, invites.everything, locale);
      return { found, rows, besides: { ...shared, figures: found.figures, views, invites } };
    },
    ({ locale }) => ({ ...shared, figures: null, views: listUserViews(null, 0, locale), invites: null }),
  );
}

/** Changes of several accounts and of invitations, of the reader's saved views, and of how the list looks to them. */
export function action(args: Route.ActionArgs) {
  const manager = toManager(args.context.get(staffContext));
  return answerList(
    userList,
    args,
    async (fields, { scope }) =>
      (await answerPending(fields, { manager, scope })) ?? answerBulk(fields, { manager, scope }),
  );
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(userList, args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOffline(serverAction);
}

export const shouldRevalidate = reloadsWhenReached;

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
